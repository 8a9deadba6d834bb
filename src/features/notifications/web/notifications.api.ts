import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { type AnswerOf, call } from '#web/call.ts'
import { afterCursor, BY_CURSOR } from '#web/paging.ts'
import type { Notification } from '../notifications.contract.ts'
import { changeSwitches, getSwitches, listNotifications, markNotificationsRead } from '../notifications.endpoints.ts'
import type { Switches } from '../notifications.rules.ts'
import { NOTIFICATIONS_FRESH_MS, notificationsKeys } from './unread.api.ts'

type Page = AnswerOf<typeof listNotifications>
type Pages = InfiniteData<Page, unknown>

/** Loads the member's notifications, thirty lines at a time. */
export const notificationsQuery = () =>
  infiniteQueryOptions({
    queryKey: notificationsKeys.list,
    queryFn: async ({ client, signal, pageParam }) => {
      const query = afterCursor(pageParam)
      const page = await call(listNotifications, { query }, { client, signal })
      client.setQueryData(notificationsKeys.unread, page.unread)
      return page
    },
    ...BY_CURSOR,
    staleTime: NOTIFICATIONS_FRESH_MS,
    refetchOnWindowFocus: true,
  })

/** Returns every line once. A line that moved to the top also appears at its former position. */
export function linesOf(pages: readonly Page[]): Notification[] {
  const known = new Map<string, Notification>()
  for (const { data } of pages) for (const line of data) if (!known.has(line.id)) known.set(line.id, line)
  return [...known.values()]
}

/**
 * Marks one line as read, or all, optimistically; then shows the server's state. Invalidates other cached data, because
 * the subject of a notification is newer than the cache. Throws CallError, after it has invalidated the list.
 */
export async function markRead(client: QueryClient, which: Notification | 'all'): Promise<void> {
  const { all, list, unread } = notificationsKeys
  void client.invalidateQueries({
    refetchType: 'none',
    predicate: ({ queryKey }) => !UNAFFECTED.includes(String(queryKey[0])),
  })
  await client.cancelQueries({ queryKey: all })
  const left = (before: number) => (which === 'all' ? 0 : Math.max(0, before - 1))
  const read_at = new Date().toISOString()
  client.setQueryData<Pages>(list, (data) => data && { ...data, pages: data.pages.map(readPage) })
  client.setQueryData<number>(unread, (before) => before && left(before))
  try {
    const body = which === 'all' ? {} : { ids: [which.id] }
    client.setQueryData(unread, (await call(markNotificationsRead, { body }, { client })).unread)
  } catch (error) {
    void client.invalidateQueries({ queryKey: all })
    throw error
  }

  function readPage(page: Page): Page {
    const data = page.data.map((line) =>
      line.read_at === null && (which === 'all' || which.id === line.id) ? { ...line, read_at } : line,
    )
    return { ...page, unread: left(page.unread), data }
  }
}

/** The first segments of query keys whose data no notification is about. */
const UNAFFECTED = ['accounts', 'catalogue', 'notifications', 'preferences']

export const switchesQuery = () =>
  queryOptions({
    queryKey: notificationsKeys.switches,
    queryFn: async ({ client, signal }) => (await call(getSwitches, {}, { client, signal })).switches,
  })

/**
 * Changes the switches optimistically and saves the changes one after the other, so the last choice wins; then shows
 * the server's state.
 */
export const switchMutation = () => {
  const mutationKey = [...notificationsKeys.switches, 'change']
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: async (changes: Switches, { client }) =>
      (await call(changeSwitches, { body: changes }, { client })).switches,
    onMutate: async (changes, { client }) => {
      const { queryKey } = switchesQuery()
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (known) => known && { ...known, ...changes })
    },
    onSuccess: (switches, _changes, _onMutateResult, { client }) => {
      // Another choice is still pending.
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(switchesQuery().queryKey, switches)
    },
    onError: (_error, _changes, _onMutateResult, { client }) =>
      client.invalidateQueries({ queryKey: switchesQuery().queryKey }),
  })
}
