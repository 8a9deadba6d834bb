import { queryOptions } from '@tanstack/react-query'
import type { WebhookId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import type { Delivery, Webhook } from '../webhooks.contract.ts'
import { listDeliveries, listWebhooks } from '../webhooks.endpoints.ts'

/** Something is sent within seconds after a test, and within a minute after a change. */
const POLL_MS = 2_000
/** A delivery that is sent about now; one that waits longer after a failure is not looked at again. */
const SOON_MS = 90_000
const isPending = (delivery: Delivery | null) =>
  delivery?.next_attempt_at != null && Date.parse(delivery.next_attempt_at) - Date.now() < SOON_MS

/** The member's webhooks. What is sent changes without this browser. */
export const webhooksQuery = () =>
  queryOptions({
    queryKey: ['webhooks'],
    queryFn: async ({ client, signal }): Promise<Webhook[]> =>
      (await call(listWebhooks, {}, { client, signal })).webhooks,
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.some(({ last_delivery }) => isPending(last_delivery)) ? POLL_MS : false,
  })

export const deliveriesQuery = (webhookId: WebhookId) =>
  queryOptions({
    queryKey: ['webhooks', webhookId],
    queryFn: async ({ client, signal }): Promise<Delivery[]> =>
      (await call(listDeliveries, { params: { webhookId } }, { client, signal })).deliveries,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isPending) ? POLL_MS : false),
  })
