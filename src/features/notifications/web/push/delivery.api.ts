import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { changeDelivery, getDelivery, subscribeToPush, unsubscribeFromPush } from '../../delivery.endpoints.ts'
import type { Delivery } from '../../delivery.rules.ts'
import { notificationsKeys } from '../unread.api.ts'
import type { BrowserSubscription } from './push-device.ts'

export const deliveryQuery = () =>
  queryOptions({
    queryKey: [...notificationsKeys.switches, 'delivery'],
    queryFn: ({ client, signal }) => call(getDelivery, {}, { client, signal }),
  })

export type DeliveryChanges = Partial<Delivery>

/** Changes how notifications are delivered, optimistically and one change after the other; then shows the server's state. */
export const deliveryMutation = () => {
  const { queryKey } = deliveryQuery()
  const mutationKey = [...queryKey, 'change']
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: async (changes: DeliveryChanges, { client }) =>
      (await call(changeDelivery, { body: changes }, { client })).delivery,
    onMutate: async (changes, { client }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (known) => {
        if (!known) return known
        const push = { ...known.delivery.push, ...changes.push }
        const mail = { ...known.delivery.mail, ...changes.mail }
        return { ...known, delivery: { ...known.delivery, ...changes, push, mail } }
      })
    },
    onSuccess: (delivery, _changes, _onMutateResult, { client }) => {
      // Another choice is still pending.
      if (client.isMutating({ mutationKey }) === 1)
        client.setQueryData(queryKey, (known) => known && { ...known, delivery })
    },
    onError: (_error, _changes, _onMutateResult, { client }) => client.invalidateQueries({ queryKey }),
  })
}

/** Stores this browser on the server, or takes it off. */
export const deviceMutation = () =>
  mutationOptions({
    mutationFn: async (device: BrowserSubscription | { endpoint: string }, { client }) =>
      'keys' in device
        ? (await call(subscribeToPush, { body: device }, { client })).endpoints
        : (await call(unsubscribeFromPush, { body: device }, { client })).endpoints,
    onSuccess: (endpoints, _device, _onMutateResult, { client }) => {
      client.setQueryData(deliveryQuery().queryKey, (known) => known && { ...known, endpoints })
    },
  })
