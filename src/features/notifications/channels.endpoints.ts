import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './channels.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listChannels = endpoint('GET', '/api/notifications/channels')
export const addChannel = endpoint('POST', '/api/notifications/channels')
export const testChannel = endpoint('POST', '/api/notifications/channels/:channelId/test')
export const removeChannel = endpoint('DELETE', '/api/notifications/channels/:channelId')
