import {
  type InfiniteData,
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  queryOptions,
} from '@tanstack/react-query'
import { type AnswerOf, call } from '#web/call.ts'
import type { Notification } from '../notifications.contract.ts'
import { changeSwitches, getSwitches, listNotifications, readNotifications } from '../notifications.endpoints.ts'
import type { Switches } from '../notifications.rules.ts'
import { NOTIFICATIONS_FRESH_MS, notificationsKeys } from './unread.api.ts'

type Page = AnswerOf<typeof listNotifications>
type Pages = InfiniteData<Page, unknown>

/** What the member was told of, thirty lines at a time. */
export const notificationsQuery = () =>
  infiniteQueryOptions({
    queryKey: notificationsKeys.list,
    queryFn: async ({ client, signal, pageParam }) => {
      const query = pageParam === null ? {} : { cursor: pageParam }
      const page = await call(listNotifications, { query }, { client, signal })
      client.setQueryData(notificationsKeys.unread, page.unread)
      return page
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: NOTIFICATIONS_FRESH_MS,
    refetchOnWindowFocus: true,
  })

/** Every line once: one that came to the top is also where it was. */
export function linesOf(pages: readonly Page[]): Notification[] {
  const known = new Map<string, Notification>()
  for (const { data } of pages) for (const line of data) if (!known.has(line.id)) known.set(line.id, line)
  return [...known.values()]
}

/**
 * Marks one line as read, or all: shown at once, then as the server says. What it is about is asked for anew when it is
 * shown, because it is newer than what is kept. Throws CallError, after asking how it really is.
 */
export async function markRead(client: QueryClient, which: Notification | 'all'): Promise<void> {
  const { all, list, unread } = notificationsKeys
  void client.invalidateQueries({
    refetchType: 'none',
    predicate: ({ queryKey }) => !KEPT.includes(String(queryKey[0])),
  })
  await client.cancelQueries({ queryKey: all })
  const left = (before: number) => (which === 'all' ? 0 : Math.max(0, before - 1))
  const read_at = new Date().toISOString()
  client.setQueryData<Pages>(list, (data) => data && { ...data, pages: data.pages.map(readPage) })
  client.setQueryData<number>(unread, (before) => before && left(before))
  try {
    const body = which === 'all' ? {} : { ids: [which.id] }
    client.setQueryData(unread, (await call(readNotifications, { body }, { client })).unread)
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

/** First words of the keys of what nobody is told of. */
const KEPT = ['accounts', 'catalogue', 'notifications', 'preferences']

export const switchesQuery = () =>
  queryOptions({
    queryKey: notificationsKeys.switches,
    queryFn: async ({ client, signal }) => (await call(getSwitches, {}, { client, signal })).switches,
  })

/** Shown at once and saved one after the other, so the last choice is the one that stays; then as the server says. */
export const switchMutation = () => {
  const mutationKey = [...notificationsKeys.switches, 'change']
  return mutationOptions({
    mutationKey,
    scope: { id: mutationKey.join() },
    mutationFn: async (changes: Partial<Switches>, { client }) =>
      (await call(changeSwitches, { body: changes }, { client })).switches,
    onMutate: async (changes, { client }) => {
      const { queryKey } = switchesQuery()
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (known) => known && { ...known, ...changes })
    },
    onSuccess: (switches, _changes, _kept, { client }) => {
      // What was chosen meanwhile is still on its way.
      if (client.isMutating({ mutationKey }) === 1) client.setQueryData(switchesQuery().queryKey, switches)
    },
    onError: (_error, _changes, _kept, { client }) => client.invalidateQueries({ queryKey: switchesQuery().queryKey }),
  })
}
