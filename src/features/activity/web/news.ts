import type { QueryClient } from '@tanstack/react-query'
import { LIVE, type LiveEvent, MOST_FOLLOWED } from '#shared/realtime.ts'
import { CallError, call } from '#web/call.ts'
import { debounceBatch } from '#web/live/debounce-batch.ts'
import { listenLive } from '#web/live/subscriptions.ts'
import { type FeedSource, listNews } from '../activity.contract.ts'
import { MOST_NEWS } from '../activity.rules.ts'
import { activitiesOfPages, feedQuery, readNewest } from './activity.api.ts'

/**
 * What was heard of and is not in a feed yet. Each was the reader's to see when it was told; what has been taken back since
 * is found when the count changes or the list does, when the page is looked at again, and every minute or so. From twenty on,
 * which is as far as a page counts, more of them cause no question.
 */
export function createNews(client: QueryClient, from: Exclude<FeedSource, 'own'>) {
  const { queryKey } = feedQuery(from)
  const watchers = new Set<() => void>()
  /** The newest last. */
  let told: readonly string[] = []
  /** Heard of while others waited: shown when it is known how many these still are. */
  let unchecked: readonly string[] = []
  /** Older ones are not among them any more. */
  let isCut = false
  let lastExtent: string | null = null

  function set(ids: readonly string[], cut: boolean): void {
    told = ids.slice(-MOST_FOLLOWED)
    isCut = cut || ids.length > MOST_FOLLOWED
    for (const watcher of watchers) watcher()
  }

  /** How many of these are not shown. */
  function waiting(ids = told): number {
    const shown = new Set<string>(activitiesOfPages(client.getQueryData(queryKey)?.pages ?? []).map(({ id }) => id))
    return ids.filter((id) => !shown.has(id)).length
  }

  const ask = debounceBatch<'told' | 'feed'>(async (what) => {
    const all = [...told, ...unchecked]
    const asked = all.slice(-MOST_FOLLOWED)
    const wasAsked = new Set(all)
    unchecked = []
    let news = { ids: asked, isCut: isCut || all.length > asked.length }
    try {
      if (!what.includes('feed') && asked.length > 0) {
        const { ids } = await call(listNews, { query: { from, ids: asked.join(',') } }, { client })
        const still = new Set<string>(ids)
        news = { ...news, ids: asked.filter((id) => still.has(id)) }
      }
      if (what.includes('feed') || (news.isCut && waiting(news.ids) < MOST_NEWS))
        news = { ids: (await readNewest(client, from)).reverse(), isCut: false }
    } catch (error) {
      // The next look finds out.
      if (!(error instanceof CallError)) throw error
    } finally {
      set([...news.ids, ...told.filter((id) => !wasAsked.has(id))], news.isCut)
    }
  })

  function hear(event: LiveEvent | null): void {
    const id = event?.id
    if (!id) ask('feed')
    if (!id || told.includes(id) || unchecked.includes(id)) return
    const before = waiting()
    if (before === 0 || before >= MOST_NEWS) {
      set([...told, id], isCut)
      return
    }
    unchecked = [...unchecked, id]
    ask('told')
  }

  function check(): void {
    if (document.visibilityState === 'visible' && waiting() > 0) ask('told')
  }

  return {
    told: () => told,
    subscribe(watcher: () => void) {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    /** Hears what is new until the answer is called. */
    follow() {
      let timer: ReturnType<typeof setTimeout>
      // Not all readers of a node at the same time.
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
      const stop = listenLive(from === 'circle' ? 'feed' : `feed:${from}`, hear)
      return () => {
        stop()
        clearTimeout(timer)
        document.removeEventListener('visibilitychange', check)
      }
    },
    /** The list is `extent` now: it is checked when it was another. */
    checkAfter(extent: string): void {
      if (lastExtent !== null && lastExtent !== extent) check()
      lastExtent = extent
    },
    /** All of it is shown. */
    forget() {
      unchecked = []
      set([], false)
    },
  }
}
