import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import type { GameId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { getPlayLog, listSessions } from '../../sessions.contract.ts'
import { getTimer, type PlayTimer } from '../../timer.contract.ts'
import { libraryKeys } from '../library.api.ts'

export const playLogQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: [...libraryKeys.playLog, gameId, 'log'] as const,
    queryFn: ({ client, signal }) => call(getPlayLog, { params: { gameId } }, { client, signal }),
  })

export const sessionsQuery = (gameId: GameId) =>
  infiniteQueryOptions({
    queryKey: [...libraryKeys.playLog, gameId, 'sessions'] as const,
    queryFn: ({ client, signal, pageParam }) =>
      call(listSessions, { params: { gameId }, query: { page: pageParam } }, { client, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page: number) => (last.hasMore ? page + 1 : undefined),
  })

/** A timer as it was when the server was asked. */
export interface SeenTimer {
  timer: PlayTimer | null
  /** When, by this device's clock, so that it can be counted on from there. */
  seenAt: number
}

export const withSeenAt = (timer: PlayTimer | null): SeenTimer => ({ timer, seenAt: Date.now() })

/** The member's timer, which may have been started, paused or stopped in another tab or on another device. */
export const timerQuery = () =>
  queryOptions({
    queryKey: libraryKeys.timer,
    staleTime: 15_000,
    refetchOnWindowFocus: true,
    queryFn: async ({ client, signal }): Promise<SeenTimer> => {
      const { user } = await client.ensureQueryData(sessionQuery())
      return withSeenAt(user ? (await call(getTimer, {}, { client, signal })).timer : null)
    },
  })
