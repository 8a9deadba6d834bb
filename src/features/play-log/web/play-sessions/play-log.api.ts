import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { libraryKeys } from '#features/library/web/library.api.ts'
import type { GameId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { BY_PAGE_NUMBER } from '#web/paging.ts'
import { getPlayLog, listPlaySessions } from '../../play-sessions.endpoints.ts'
import type { PlayTimer } from '../../timer.contract.ts'
import { getTimer } from '../../timer.endpoints.ts'

export const playLogQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: [...libraryKeys.playLog, gameId, 'log'] as const,
    queryFn: ({ client, signal }) => call(getPlayLog, { params: { gameId } }, { client, signal }),
  })

export const playSessionsQuery = (gameId: GameId) =>
  infiniteQueryOptions({
    queryKey: [...libraryKeys.playLog, gameId, 'sessions'] as const,
    queryFn: ({ client, signal, pageParam }) =>
      call(listPlaySessions, { params: { gameId }, query: { page: pageParam } }, { client, signal }),
    ...BY_PAGE_NUMBER,
  })

/** A timer as the server returned it. */
export interface FetchedTimer {
  timer: PlayTimer | null
  /** When the response arrived, by this device's clock; the displayed time counts on from there. */
  fetchedAt: number
}

export const withFetchTime = (timer: PlayTimer | null): FetchedTimer => ({ timer, fetchedAt: Date.now() })

/** The query of the member's timer, which another tab or device may start, pause or stop. */
export const timerQuery = () =>
  queryOptions({
    queryKey: libraryKeys.timer,
    staleTime: 15_000,
    refetchOnWindowFocus: true,
    queryFn: async ({ client, signal }): Promise<FetchedTimer> => {
      const { user } = await client.ensureQueryData(sessionQuery())
      return withFetchTime(user ? (await call(getTimer, {}, { client, signal })).timer : null)
    },
  })
