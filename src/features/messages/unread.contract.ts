import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import * as endpoints from './unread.endpoints.ts'

// In a file apart from messages.contract.ts, because every page of a member calls this endpoint.

export const countUnreadMessages = contract(endpoints.countUnreadMessages, {
  access: 'member',
  summary: 'Get the number of unread messages; 100 means more than 99',
  response: z.object({ unread: z.number() }),
})
