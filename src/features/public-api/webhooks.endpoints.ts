import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './webhooks.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listWebhooks = endpoint('GET', '/api/webhooks')
export const createWebhook = endpoint('POST', '/api/webhooks')
export const changeWebhook = endpoint('PUT', '/api/webhooks/:webhookId')
export const deleteWebhook = endpoint('DELETE', '/api/webhooks/:webhookId')
export const resumeWebhook = endpoint('POST', '/api/webhooks/:webhookId/resume')
export const testWebhook = endpoint('POST', '/api/webhooks/:webhookId/test')
export const listDeliveries = endpoint('GET', '/api/webhooks/:webhookId/deliveries')
export const resendDelivery = endpoint('POST', '/api/webhooks/:webhookId/deliveries/:deliveryId/resend')
