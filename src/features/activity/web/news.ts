import type { QueryClient } from '@tanstack/react-query'
import { LIVE, type LiveEvent, MAX_FOLLOWED } from '#shared/realtime.ts'
import { CallError, call } from '#web/call.ts'
import { debounceBatch } from '#web/live/debounce-batch.ts'
import { listenLive } from '#web/live/subscriptions.ts'
import type { FeedSource } from '../activity.contract.ts'
import { listVisibleNews } from '../activity.endpoints.ts'
import { MAX_NEWS } from '../activity.rules.ts'
import { activitiesOfPages, feedQuery, readNewest } from './activity.api.ts'

/**
 * Creates the store of new activities that a feed does not show yet. Each of them was visible to the viewer when it was
 * published. The store checks again for deleted ones when the count or the list changes, when the page becomes visible,
 * and about every minute. Beyond twenty, the largest count that a page shows, further activities cause no request.
 */
export function createNews(client: QueryClient, from: Exclude<FeedSource, 'own'>) {
  const { queryKey } = feedQuery(from)
  const watchers = new Set<() => void>()
  /** Ids in the order of arrival, the newest last. */
  let newIds: readonly string[] = []
  /** Ids that arrived while others waited. They count once the server has confirmed that they are still visible. */
  let unchecked: readonly string[] = []
  /** True when older ids have been dropped. */
  let isCut = false
  let lastExtent: string | null = null

  function set(ids: readonly string[], cut: boolean): void {
    newIds = ids.slice(-MAX_FOLLOWED)
    isCut = cut || ids.length > MAX_FOLLOWED
    for (const watcher of watchers) watcher()
  }

  /** Counts the ids that the feed does not show. */
  function waiting(ids = newIds): number {
    const shown = new Set<string>(activitiesOfPages(client.getQueryData(queryKey)?.pages ?? []).map(({ id }) => id))
    return ids.filter((id) => !shown.has(id)).length
  }

  const ask = debounceBatch<'ids' | 'feed'>(async (what) => {
    const all = [...newIds, ...unchecked]
    const asked = all.slice(-MAX_FOLLOWED)
    const wasAsked = new Set(all)
    unchecked = []
    let news = { ids: asked, isCut: isCut || all.length > asked.length }
    try {
      if (!what.includes('feed') && asked.length > 0) {
        const { ids } = await call(listVisibleNews, { query: { from, ids: asked.join(',') } }, { client })
        const still = new Set<string>(ids)
        news = { ...news, ids: asked.filter((id) => still.has(id)) }
      }
      if (what.includes('feed') || (news.isCut && waiting(news.ids) < MAX_NEWS))
        news = { ids: (await readNewest(client, from)).reverse(), isCut: false }
    } catch (error) {
      // The next check repeats the request.
      if (!(error instanceof CallError)) throw error
    } finally {
      set([...news.ids, ...newIds.filter((id) => !wasAsked.has(id))], news.isCut)
    }
  })

  function onAnnouncement(event: LiveEvent | null): void {
    const id = event?.id
    if (!id) ask('feed')
    if (!id || newIds.includes(id) || unchecked.includes(id)) return
    const before = waiting()
    if (before === 0 || before >= MAX_NEWS) {
      set([...newIds, id], isCut)
      return
    }
    unchecked = [...unchecked, id]
    ask('ids')
  }

  function check(): void {
    if (document.visibilityState === 'visible' && waiting() > 0) ask('ids')
  }

  return {
    newIds: () => newIds,
    subscribe(watcher: () => void) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    /** Subscribes to new activities until the returned function is called. */
    follow() {
      let timer: ReturnType<typeof setTimeout>
      // Spreads the requests of all readers of a node over time.
      const checkLater = () => {
        timer = setTimeout(
          () => {
            check()
            checkLater()
          },
          LIVE.pollMs * (0.75 + Math.random() / 2),
        )
      }
      checkLater()
      document.addEventListener('visibilitychange', check)
      const stop = listenLive(from === 'circle' ? 'feed' : `feed:${from}`, onAnnouncement)
      return () => {
        stop()
        clearTimeout(timer)
        document.removeEventListener('visibilitychange', check)
      }
    },
    /** Checks again when the `extent` of the list differs from the previous one. */
    checkAfter(extent: string): void {
      if (lastExtent !== null && lastExtent !== extent) check()
      lastExtent = extent
    },
    /** Clears the store after the feed shows all new activities. */
    clear() {
      unchecked = []
      set([], false)
    },
  }
}
