import { hashKey, type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { type SessionAnswer, sessionQuery } from '#features/accounts/web/accounts.api.ts'
import type { GameId } from '#shared/ids.ts'
import type { PosterMark } from '#web/ui/poster.tsx'
import type { Mark } from '../library.contract.ts'
import { starsOf } from '../library.rules.ts'
import { libraryKeys, type Marks, marksQuery, requestMark } from './library.api.ts'

/**
 * Returns the viewer's mark on a game, the same everywhere on the page; null for visitors and for games that are not in
 * the library.
 */
export function useMark(gameId: GameId): PosterMark | null {
  const client = useQueryClient()
  const { subscribe, read, viewerId } = marksOf(client)
  const mark = useSyncExternalStore(
    subscribe,
    () => read()?.[gameId],
    () => read()?.[gameId],
  )
  const viewer = useSyncExternalStore(subscribe, viewerId, viewerId)
  // A viewer who signs in without leaving the page gets marks on it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another viewer has another mark
  useEffect(() => {
    if (mark === undefined) requestMark(client, gameId)
  }, [client, gameId, mark, viewer])
  return mark ? posterMark(mark) : null
}

interface MarkStore {
  subscribe: (listener: () => void) => () => void
  read: () => Marks | undefined
  viewerId: () => string | null
}
const stores = new WeakMap<QueryClient, MarkStore>()
const HASH = JSON.stringify(libraryKeys.marks)
const SESSION_HASH = hashKey(sessionQuery().queryKey)

/** Shares one observer among all posters of a page: fifty separate observers cost more than rendering the posters. */
function marksOf(client: QueryClient): MarkStore {
  const existing = stores.get(client)
  if (existing) return existing
  // Each poster reads it, so its key is not hashed each time.
  const viewerId = () => client.getQueryCache().get<SessionAnswer>(SESSION_HASH)?.state.data?.user?.id ?? null
  const isMember = () => viewerId() !== null
  let marks: QueryObserver<Marks> | undefined
  let session: QueryObserver | undefined
  const store: MarkStore = {
    subscribe(listener) {
      marks ??= new QueryObserver<Marks>(client, { ...marksQuery(), enabled: isMember } as never)
      session ??= new QueryObserver(client, { ...sessionQuery(), enabled: false } as never)
      const stops = [marks.subscribe(listener), session.subscribe(listener)]
      return () => {
        for (const stop of stops) stop()
      }
    },
    viewerId,
    read: () => client.getQueryCache().get<Marks>(HASH)?.state.data,
  }
  stores.set(client, store)
  return store
}

/** Converts a mark to the shape of the design system's posters. */
export function posterMark({ status, user_rating, is_liked }: Mark): PosterMark {
  return { status, rating: starsOf(user_rating), liked: is_liked }
}
