import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'

// In a file apart from messages.contract.ts, because every page of a member calls this endpoint.

export const countUnreadMessages = endpoint({
  access: 'member',
  method: 'GET',
  path: '/api/messages/unread',
  summary: 'How many messages to the member are unread; 100 stands for more than 99',
  response: z.object({ unread: z.number() }),
})
