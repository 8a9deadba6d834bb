import { type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import type { GameId } from '#shared/ids.ts'
import type { PosterMark } from '#web/ui/poster.tsx'
import type { Mark } from '../library.contract.ts'
import { starsOf } from '../library.rules.ts'
import { libraryKeys, type Marks, marksQuery, requestMark } from './library.api.ts'

/** The viewer's mark on a game, the same wherever it is shown; null for visitors and for what is not in the library. */
export function useMark(gameId: GameId): PosterMark | null {
  const client = useQueryClient()
  const { subscribe, read, viewerId } = marksOf(client)
  const mark = useSyncExternalStore(
    subscribe,
    () => read()?.[gameId],
    () => read()?.[gameId],
  )
  const viewer = useSyncExternalStore(subscribe, viewerId, viewerId)
  // Who signs in without leaving the page has marks on it.
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

/** One observer for all posters of a page: one of its own for each of fifty costs more than drawing them. */
function marksOf(client: QueryClient): MarkStore {
  const known = stores.get(client)
  if (known) return known
  const viewerId = () => client.getQueryData(sessionQuery().queryKey)?.user?.id ?? null
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

/** A mark as the design system's posters take it. */
export function posterMark({ status, user_rating, is_liked }: Mark): PosterMark {
  return { status, rating: starsOf(user_rating), liked: is_liked }
}
