import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import type { GameId } from '#shared/ids.ts'
import type { ActivitiesPage } from './activity.api.ts'
import { activityKeys } from './activity-keys.ts'

/** 'loading' until the first request has succeeded or failed; after that the Activity tab exists (C74). */
export type GameActivities = 'loading' | 'none' | 'some'

/**
 * Loads a game's first activities once the page is idle, and returns their state. Leaving the game drops all pages but
 * the first (R-GAME-51).
 */
export function useGameActivities(gameId: GameId): GameActivities {
  const client = useQueryClient()
  const read = () => readState(client, gameId)
  const known = useSyncExternalStore((notify) => onData(client, notify), read, read)
  useEffect(() => {
    let isGone = false
    let unsubscribe = () => {}
    const cancel = whenIdle(() => {
      void import('./activity.api.ts').then(({ subscribeToGameActivities }) => {
        if (!isGone) unsubscribe = subscribeToGameActivities(client, gameId)
      })
    })
    return () => {
      isGone = true
      cancel()
      unsubscribe()
      client.setQueryData<InfiniteData<unknown>>(
        activityKeys.ofGame(gameId),
        (loaded) => loaded && { pages: loaded.pages.slice(0, 1), pageParams: loaded.pageParams.slice(0, 1) },
      )
    }
  }, [client, gameId])
  return known
}

/**
 * Notifies only for updates and removals, because the cache also sends events while the components of a list render.
 */
const onData = (client: QueryClient, notify: () => void) =>
  client.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated' || type === 'removed') notify()
  })

function readState(client: QueryClient, gameId: GameId): GameActivities {
  const state = client.getQueryState<InfiniteData<ActivitiesPage>>(activityKeys.ofGame(gameId))
  if (!state?.data) return state?.errorUpdateCount ? 'none' : 'loading'
  return state.data.pages.some(({ activities }) => activities.length > 0) ? 'some' : 'none'
}

/** Runs the callback when the browser is idle, within two seconds. Returns the function that cancels it. */
function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!window.requestIdleCallback) {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}
