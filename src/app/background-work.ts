import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useMatches } from 'react-router'
import { type GameCache, startGameCache } from '#features/catalogue/web/game-cache.api.ts'
import { clearViewedGames } from '#features/catalogue/web/viewed-games.api.ts'
import { countOpenedPage } from '#features/preferences/web/count-pages.ts'
import { preferencesQuery } from '#features/preferences/web/preferences.api.ts'
import { deleteUnconsented, followOtherTabs, onDecision } from '#web/consent.ts'
import { store } from '#web/consented-storage.ts'
import { useEnv } from '#web/use-env.ts'
import { startLiveRefresh } from './live-refresh.ts'
import type { PageEntry } from './routes.tsx'

const started = new WeakSet<QueryClient>()

/** Runs what no page waits for: consent, the game cache, the stream of live updates, and the count of opened pages. */
export function BackgroundWork(): null {
  const { client, renderedAt } = useEnv()
  useEffect(() => {
    // The document of an error page is another one.
    if (started.has(client)) return
    started.add(client)
    // Expired consent counts as none.
    deleteUnconsented()
    followOtherTabs()
    followGameCache(client)
    startLiveRefresh(client, renderedAt)
    void import('#features/offline/web/device.ts').then(({ followDevice }) => followDevice(client))
  }, [client, renderedAt])
  useCountedPages()
  return null
}

/** Runs the game cache unless the member has turned it off, and then deletes its content. */
function followGameCache(client: QueryClient): void {
  let cache: GameCache | null = null
  const { queryKey } = preferencesQuery()
  const follow = () => {
    const isWanted = client.getQueryData(queryKey)?.cache_enabled !== false
    if (isWanted) cache ??= startGameCache(client)
    else {
      cache?.stop()
      cache = null
      store('savepoint.games', null)
      clearViewedGames()
    }
  }
  follow()
  client.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && query.queryKey.join() === queryKey.join()) follow()
  })
}

/** Counts page views where that is allowed (G52), including the page that is open when it becomes allowed. */
function useCountedPages(): void {
  const { pathname } = useLocation()
  const path = (useMatches().at(-1)?.handle as PageEntry | undefined)?.path
  // biome-ignore lint/correctness/useExhaustiveDependencies: another game is another page
  useEffect(() => {
    if (path === undefined) return
    let isCounted = false
    const count = () => {
      // A decision is announced more than once.
      if (!isCounted) isCounted = countOpenedPage(path)
    }
    count()
    return onDecision(count)
  }, [path, pathname])
}
