import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './unread.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const countUnreadMessages = endpoint('GET', '/api/messages/unread')
