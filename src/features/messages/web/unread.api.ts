import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { countUnreadMessages } from '../unread.contract.ts'

/**
 * Data that is younger than this is not fetched again when the member returns to the page. This file is apart from the
 * threads and their texts, because every page of a member loads it.
 */
export const MESSAGES_FRESH_MS = 10_000

/** All keys begin with `all`, which a subscriber invalidates after a change. */
export const messagesKeys = {
  all: ['messages'] as const,
  unread: ['messages', 'unread'] as const,
}

/**
 * The query of the number of unread messages: the first page of a member has it, later the event stream updates it
 * (G42).
 */
export const unreadMessagesQuery = () =>
  queryOptions({
    queryKey: messagesKeys.unread,
    queryFn: async ({ client, signal }) => (await call(countUnreadMessages, {}, { client, signal })).unread,
    staleTime: MESSAGES_FRESH_MS,
    refetchOnWindowFocus: true,
  })
