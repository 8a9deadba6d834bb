import * as z from 'zod/mini'
import { contract, NoContent } from '#shared/contract.ts'
import { DeliveryId, WebhookId } from '#shared/ids.ts'
import { EXAMPLES } from './api-examples.schemas.ts'
import { many, one, open } from './api-parts.schemas.ts'
import * as shapes from './api-shapes.schemas.ts'
import { WebhookDraft } from './webhooks.schemas.ts'
import * as endpoints from './webhooks-api.endpoints.ts'

// The webhooks of the member in the public API, by the rules of the settings.

const OneHook = z.object({ webhookId: WebhookId })

export const listHooks = contract(endpoints.listHooks, {
  ...open('read:webhooks', EXAMPLES.webhooks),
  summary: 'List your webhooks, newest first, without their secrets; all are on one page',
  response: many(shapes.ApiWebhook),
})

export const createHook = contract(endpoints.createHook, {
  ...open('write:webhooks', EXAMPLES.newWebhook, EXAMPLES.webhookBody),
  summary: 'Create a webhook and send it a test; only this answer has the secret of its signatures',
  body: WebhookDraft,
  response: z.object({
    data: shapes.ApiWebhook,
    secret: z.string().check(z.describe('Verifies the signatures of calls (Standard Webhooks)')),
  }),
  status: 201,
  idempotencyKey: true,
  refusals: { 404: ['webhook_not_found'], 409: ['too_many_webhooks'] },
  budget: 'token',
})

export const getHook = contract(endpoints.getHook, {
  ...open('read:webhooks', EXAMPLES.webhook),
  summary: 'Get a webhook without its secret',
  params: OneHook,
  response: one(shapes.ApiWebhook),
  refusals: { 404: ['webhook_not_found'] },
})

export const changeHook = contract(endpoints.changeHook, {
  ...open('write:webhooks', EXAMPLES.webhook, EXAMPLES.webhookBody),
  summary: 'Replace address and events of a webhook; a new address gets a test. Its secret, log and pause stay',
  params: OneHook,
  body: WebhookDraft,
  response: one(shapes.ApiWebhook),
  refusals: { 404: ['webhook_not_found'] },
  budget: 'token',
})

export const removeHook = contract(endpoints.removeHook, {
  ...open('write:webhooks', undefined),
  summary: 'Delete a webhook with its log',
  params: OneHook,
  response: NoContent,
  status: 204,
  refusals: { 404: ['webhook_not_found'] },
})

export const resumeHook = contract(endpoints.resumeHook, {
  ...open('write:webhooks', EXAMPLES.webhook),
  summary: 'Turn a paused webhook on again, and send it a test',
  params: OneHook,
  response: one(shapes.ApiWebhook),
  refusals: { 404: ['webhook_not_found'] },
  budget: 'token',
})

export const testHook = contract(endpoints.testHook, {
  ...open('write:webhooks', EXAMPLES.delivery),
  summary: 'Send a test to a webhook',
  params: OneHook,
  response: one(shapes.ApiDelivery),
  status: 201,
  refusals: { 404: ['webhook_not_found'] },
  budget: 'token',
})

export const listCalls = contract(endpoints.listCalls, {
  ...open('read:webhooks', EXAMPLES.deliveries),
  summary: 'List the latest 50 deliveries of a webhook, newest first; they are deleted after 30 days',
  params: OneHook,
  response: many(shapes.ApiDelivery),
  refusals: { 404: ['webhook_not_found'] },
})

export const resendCall = contract(endpoints.resendCall, {
  ...open('write:webhooks', EXAMPLES.delivery),
  summary: 'Send a delivery again; its id stays, so that your server recognises it',
  params: z.object({ webhookId: WebhookId, deliveryId: DeliveryId }),
  response: one(shapes.ApiDelivery),
  refusals: { 404: ['webhook_not_found', 'delivery_not_found'] },
  budget: 'token',
})
