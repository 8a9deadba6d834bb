import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { countUnreadMessages } from '../unread.endpoints.ts'

// Apart from the threads and their texts, because every page of a member loads this one.

/** What came in this time need not be asked for again when somebody comes back to the page. */
export const MESSAGES_FRESH_MS = 10_000

/** All begin with `all`: whoever hears that something has changed invalidates that. */
export const messagesKeys = {
  all: ['messages'] as const,
  unread: ['messages', 'unread'] as const,
}

/** How many messages are unread: there from a member’s first page on, then told by the stream (G42). */
export const unreadMessagesQuery = () =>
  queryOptions({
    queryKey: messagesKeys.unread,
    queryFn: async ({ client, signal }) => (await call(countUnreadMessages, {}, { client, signal })).unread,
    staleTime: MESSAGES_FRESH_MS,
    refetchOnWindowFocus: true,
  })
