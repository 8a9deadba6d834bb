import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './notifications.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listNotifications = endpoint('GET', '/api/notifications')
export const countUnread = endpoint('GET', '/api/notifications/unread')
export const markNotificationsRead = endpoint('POST', '/api/notifications/read')
export const getSwitches = endpoint('GET', '/api/notifications/switches')
export const changeSwitches = endpoint('PATCH', '/api/notifications/switches')
