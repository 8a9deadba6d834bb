import type { QueryClient } from '@tanstack/react-query'
import type { createBrowserRouter } from 'react-router'
import { type GameCache, startGameCache } from '#features/catalogue/web/game-cache.api.ts'
import { clearViewedGames } from '#features/catalogue/web/viewed-games.api.ts'
import { countOpenedPage } from '#features/preferences/web/count-pages.ts'
import { preferencesQuery } from '#features/preferences/web/preferences.api.ts'
import { deleteUnconsented, followOtherTabs, onDecision } from '#web/consent.ts'
import { store } from '#web/consented-storage.ts'
import type { PageEnv } from '#web/page.ts'
import { startLiveRefresh } from './live-refresh.ts'
import type { PageEntry } from './routes.tsx'

/** Starts low-priority work a moment after the first page. */
export function startDeferredWork(
  client: QueryClient,
  router: ReturnType<typeof createBrowserRouter>,
  { renderedAt }: Pick<PageEnv, 'renderedAt'>,
): void {
  // Expired consent counts as none.
  deleteUnconsented()
  followOtherTabs()
  followGameCache(client)
  countPages(router)
  startLiveRefresh(client, renderedAt)
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
function countPages(router: ReturnType<typeof createBrowserRouter>): void {
  let last: string | null = null
  const count = () => {
    const { location, matches, navigation } = router.state
    if (navigation.state !== 'idle' || location.pathname === last) return
    const entry = matches.at(-1)?.route.handle as PageEntry | undefined
    if (entry && countOpenedPage(entry.path)) last = location.pathname
  }
  count()
  router.subscribe(count)
  onDecision(count)
}
