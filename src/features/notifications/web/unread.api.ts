import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { countUnread } from '../notifications.endpoints.ts'

// Apart from the list and its texts, because every page loads this one.

/** What came in this time need not be asked for again when somebody comes back to the page. */
export const NOTIFICATIONS_FRESH_MS = 10_000

/** All begin with `all`: whoever hears that something has changed invalidates that. */
export const notificationsKeys = {
  all: ['notifications'] as const,
  unread: ['notifications', 'unread'] as const,
  list: ['notifications', 'list'] as const,
  switches: ['notifications', 'switches'] as const,
}

/**
 * How many lines are unread: there from a member’s first page on and asked for on coming back. Else the stream tells, or
 * whoever asks in its place (G42, web/live/live-stream.ts).
 */
export const unreadQuery = () =>
  queryOptions({
    queryKey: notificationsKeys.unread,
    queryFn: async ({ client, signal }) => {
      const { unread } = await call(countUnread, {}, { client, signal })
      const shown = client.getQueryData<{ pages: { unread: number }[] }>(notificationsKeys.list)?.pages[0]
      if (shown && shown.unread !== unread) void client.invalidateQueries({ queryKey: notificationsKeys.list })
      return unread
    },
    staleTime: NOTIFICATIONS_FRESH_MS,
    refetchOnWindowFocus: true,
  })
