import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/call.ts'
import { countUnread } from '../notifications.endpoints.ts'

// In a file of its own, without the list and its texts, because every page loads it.

/** Milliseconds during which a return to the page does not load the count again. */
export const NOTIFICATIONS_FRESH_MS = 10_000

/** All keys begin with `all`, which a change event invalidates. */
export const notificationsKeys = {
  all: ['notifications'] as const,
  unread: ['notifications', 'unread'] as const,
  list: ['notifications', 'list'] as const,
  switches: ['notifications', 'switches'] as const,
}

/**
 * Loads the number of unread lines. A member’s first page contains it, and a return to the page loads it again.
 * Otherwise the stream reports changes, or the polling in its place (G42, web/live/live-stream.ts).
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
