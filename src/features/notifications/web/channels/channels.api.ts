import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { type BodyOf, call } from '#web/call.ts'
import type { NotificationChannel } from '../../channels.contract.ts'
import { addChannel, listChannels, removeChannel, testChannel } from '../../channels.endpoints.ts'
import { notificationsKeys } from '../unread.api.ts'

export const channelsQuery = () =>
  queryOptions({
    queryKey: [...notificationsKeys.switches, 'channels'],
    queryFn: async ({ client, signal }) => (await call(listChannels, {}, { client, signal })).channels,
  })

type Channels = readonly NotificationChannel[]
const change = (client: QueryClient, to: (known: Channels) => NotificationChannel[]) =>
  client.setQueryData(channelsQuery().queryKey, (known) => known && to(known))

export const addChannelMutation = () =>
  mutationOptions({
    mutationFn: async (body: BodyOf<typeof addChannel>, { client }) =>
      (await call(addChannel, { body }, { client })).channel,
    onSuccess: (added, _body, _onMutateResult, { client }) => change(client, (known) => [added, ...known]),
  })

export const testChannelMutation = () =>
  mutationOptions({
    mutationFn: async ({ id }: NotificationChannel, { client }) =>
      (await call(testChannel, { params: { channelId: id } }, { client })).channel,
    onSuccess: (tested, _channel, _onMutateResult, { client }) =>
      change(client, (known) => known.map((one) => (one.id === tested.id ? tested : one))),
  })

export const removeChannelMutation = () =>
  mutationOptions({
    mutationFn: ({ id }: NotificationChannel, { client }) =>
      call(removeChannel, { params: { channelId: id } }, { client }),
    onSuccess: (_done, { id }, _onMutateResult, { client }) =>
      change(client, (known) => known.filter((one) => one.id !== id)),
  })
