import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './messages.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listConversations = endpoint('GET', '/api/messages/conversations')
export const readThread = endpoint('GET', '/api/messages')
export const sendMessage = endpoint('POST', '/api/messages')
export const markConversationRead = endpoint('POST', '/api/messages/read')
export const deleteMessage = endpoint('DELETE', '/api/messages/:messageId')
