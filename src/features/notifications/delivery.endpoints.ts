import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './delivery.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getDelivery = endpoint('GET', '/api/notifications/delivery')
export const changeDelivery = endpoint('PATCH', '/api/notifications/delivery')
export const subscribeToPush = endpoint('PUT', '/api/notifications/push')
export const unsubscribeFromPush = endpoint('DELETE', '/api/notifications/push')
