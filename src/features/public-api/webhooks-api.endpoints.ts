import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './webhooks-api.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listHooks = endpoint('GET', '/api/v1/webhooks')
export const createHook = endpoint('POST', '/api/v1/webhooks')
export const getHook = endpoint('GET', '/api/v1/webhooks/:webhookId')
export const changeHook = endpoint('PUT', '/api/v1/webhooks/:webhookId')
export const removeHook = endpoint('DELETE', '/api/v1/webhooks/:webhookId')
export const resumeHook = endpoint('POST', '/api/v1/webhooks/:webhookId/resume')
export const testHook = endpoint('POST', '/api/v1/webhooks/:webhookId/test')
export const listCalls = endpoint('GET', '/api/v1/webhooks/:webhookId/deliveries')
export const resendCall = endpoint('POST', '/api/v1/webhooks/:webhookId/deliveries/:deliveryId/resend')
