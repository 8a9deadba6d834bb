import type * as z from 'zod/mini'
import type { Failure } from '#shared/post-failures.texts.ts'
import type { Delivery, Webhook } from '../../webhooks.contract.ts'
import type { DeliveryType, WebhookEvent } from '../../webhooks.rules.ts'
import type { DeliveryRow, WebhookRow } from './webhooks.queries.ts'

export const viewDelivery = (row: DeliveryRow): z.input<typeof Delivery> => ({
  id: row.id,
  type: row.type as DeliveryType,
  state: row.next_attempt_at !== null ? 'waiting' : row.delivered_at !== null ? 'delivered' : 'failed',
  attempts: row.attempts,
  created_at: row.created_at.toISOString(),
  last_attempt_at: row.last_attempt_at?.toISOString() ?? null,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  last_status: row.last_status,
  last_failure: row.last_failure as Failure | null,
})

export const viewWebhook = ({ row, last }: { row: WebhookRow; last: DeliveryRow | null }): z.input<typeof Webhook> => ({
  id: row.id,
  url: row.url,
  events: row.events as WebhookEvent[],
  created_at: row.created_at.toISOString(),
  is_paused: row.paused_at !== null,
  last_delivery: last && viewDelivery(last),
})
