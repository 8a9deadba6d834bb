import * as z from 'zod/mini'
import { contract, NoContent } from '#shared/contract.ts'
import { DeliveryId, WebhookId } from '#shared/ids.ts'
import { FAILURES } from '#shared/post-failures.texts.ts'
import * as endpoints from './webhooks.endpoints.ts'
import { WEBHOOK_EVENTS } from './webhooks.rules.ts'
import { WebhookDraft } from './webhooks.schemas.ts'

/** What was sent to a webhook, or waits. Instants are ISO 8601 in UTC. */
export const Delivery = z.object({
  id: DeliveryId,
  type: z.enum(['ping', ...WEBHOOK_EVENTS]),
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.number(),
  created_at: z.string(),
  last_attempt_at: z.nullable(z.string()),
  /** Null when nothing more is sent. */
  next_attempt_at: z.nullable(z.string()),
  /** The status of the last answer; null without one. */
  last_status: z.nullable(z.number()),
  last_failure: z.nullable(z.enum(FAILURES)),
})
export type Delivery = z.infer<typeof Delivery>

/** A webhook of the viewer, without its secret. */
export const Webhook = z.object({
  id: WebhookId,
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  created_at: z.string(),
  /** Nothing is sent, because a delivery has failed for good. */
  is_paused: z.boolean(),
  last_delivery: z.nullable(Delivery),
})
export type Webhook = z.infer<typeof Webhook>

const OneWebhook = z.object({ webhookId: WebhookId })
const access = { access: 'member' } as const

export const listWebhooks = contract(endpoints.listWebhooks, {
  ...access,
  summary: 'List the viewer’s webhooks, newest first, without their secrets',
  response: z.object({ webhooks: z.array(Webhook) }),
})

export const createWebhook = contract(endpoints.createWebhook, {
  ...access,
  summary: 'Create a webhook and send it a test; only this response has the secret of its signatures',
  body: WebhookDraft,
  response: z.object({ webhook: Webhook, secret: z.string() }),
  status: 201,
  refusals: { 409: ['too_many_webhooks'] },
  budget: 'token',
})

export const changeWebhook = contract(endpoints.changeWebhook, {
  ...access,
  summary: 'Change address and events of a webhook; a new address gets a test. Secret, log and pause stay',
  params: OneWebhook,
  body: WebhookDraft,
  response: z.object({ webhook: Webhook }),
  refusals: { 404: ['webhook_not_found'] },
  budget: 'token',
})

export const deleteWebhook = contract(endpoints.deleteWebhook, {
  ...access,
  summary: 'Delete one of the viewer’s webhooks with its log',
  params: OneWebhook,
  response: NoContent,
  status: 204,
  refusals: { 404: ['webhook_not_found'] },
})

export const resumeWebhook = contract(endpoints.resumeWebhook, {
  ...access,
  summary: 'Turn a paused webhook on again, and send it a test',
  params: OneWebhook,
  response: z.object({ webhook: Webhook }),
  refusals: { 404: ['webhook_not_found'] },
  budget: 'token',
})

export const testWebhook = contract(endpoints.testWebhook, {
  ...access,
  summary: 'Send a test to a webhook',
  params: OneWebhook,
  response: z.object({ delivery: Delivery }),
  status: 201,
  refusals: { 404: ['webhook_not_found'] },
  budget: 'token',
})

export const listDeliveries = contract(endpoints.listDeliveries, {
  ...access,
  summary: 'List what was sent to a webhook lately, newest first',
  params: OneWebhook,
  response: z.object({ deliveries: z.array(Delivery) }),
  refusals: { 404: ['webhook_not_found'] },
})

export const resendDelivery = contract(endpoints.resendDelivery, {
  ...access,
  summary: 'Send a delivery again; its id stays, so that a receiver recognises it',
  params: z.object({ webhookId: WebhookId, deliveryId: DeliveryId }),
  response: z.object({ delivery: Delivery }),
  refusals: { 404: ['webhook_not_found', 'delivery_not_found'] },
  budget: 'token',
})
