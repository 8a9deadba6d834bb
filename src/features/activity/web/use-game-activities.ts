import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { GameId } from '#shared/ids.ts'
import { activityKeys } from './activity-keys.ts'

/**
 * Asks for a game's first activities once the page is idle, and answers whether their loading has ever finished: then
 * there is an Activity tab, and it stays for this game (C74). Leaving the game forgets all but the first page (R-GAME-51).
 */
export function useGameActivities(gameId: GameId): boolean {
  const client = useQueryClient()
  const look = () => isKnown(client, gameId)
  const isThere = useSyncExternalStore((notify) => client.getQueryCache().subscribe(notify), look, look)
  useEffect(() => {
    const cancel = whenIdle(() => {
      void import('./activity.api.ts').then(({ gameActivitiesQuery }) =>
        client.prefetchInfiniteQuery(gameActivitiesQuery(gameId)),
      )
    })
    return () => {
      cancel()
      client.setQueryData<InfiniteData<unknown>>(
        activityKeys.ofGame(gameId),
        (kept) => kept && { pages: kept.pages.slice(0, 1), pageParams: kept.pageParams.slice(0, 1) },
      )
    }
  }, [client, gameId])
  return isThere
}

function isKnown(client: QueryClient, gameId: GameId): boolean {
  const state = client.getQueryState(activityKeys.ofGame(gameId))
  return state !== undefined && (state.data !== undefined || state.errorUpdateCount > 0)
}

/** When the browser has nothing better to do, within two seconds; answers how to call it off. */
function whenIdle(work: () => void): () => void {
  // Safari has no idle callbacks.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}
