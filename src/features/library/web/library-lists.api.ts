import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { STATS_STALE_MS } from '#features/accounts/session.rules.ts'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { type AnswerOf, call } from '#web/call.ts'
import type { SharedSort } from '../library.contract.ts'
import {
  getLibraryStats,
  getProgress,
  LIBRARY_PAGE_SIZE,
  type LibrarySort,
  listLibrary,
  listLibraryFacets,
  listProfileGames,
  type SortOrder,
} from '../library.endpoints.ts'
import type { Status } from '../library.rules.ts'
import { keepMarks, libraryKeys, markOf } from './library.api.ts'

// Apart from library.api.ts, because a game page needs the marks and not the lists, and its first JavaScript has a limit.

export interface LibraryFilter {
  status: Status | 'all'
  sort: LibrarySort
  /** Without it the sort's own. */
  order?: SortOrder
  search: string
  platform?: string
  genre?: string
  limit?: number
}

/** The filter as a key and as a query: what is not said is the default. */
const whole = ({
  order,
  status,
  search,
  platform = '',
  genre = '',
  limit = LIBRARY_PAGE_SIZE,
}: Omit<LibraryFilter, 'sort'>) => ({
  status,
  search,
  platform,
  genre,
  limit,
  ...(order && { order }),
})

type ListPage = AnswerOf<typeof listLibrary>
export type ListPages = InfiniteData<ListPage, number>

export const libraryQuery = (given: LibraryFilter) => {
  const filter = { ...whole(given), sort: given.sort }
  return infiniteQueryOptions({
    queryKey: [...libraryKeys.lists, filter] as const,
    queryFn: async ({ client, signal, pageParam }): Promise<ListPage> => {
      const began = performance.now()
      const page = await call(listLibrary, { query: { ...filter, page: pageParam } }, { client, signal })
      keepMarks(client, Object.fromEntries(page.data.map((row) => [row.game_id, markOf(row)])), began)
      return page
    },
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.hasMore ? page + 1 : undefined),
  })
}

export interface SharedFilter extends Omit<LibraryFilter, 'sort'> {
  sort: SharedSort
  /** The owner looking as somebody else. */
  as?: ViewAs | null
}

/** Games of one member, as they let the viewer see them. */
export const sharedGamesQuery = (userId: UserId, filter: SharedFilter) => {
  const { sort, as = null } = filter
  const query = { ...whole(filter), sort }
  return infiniteQueryOptions({
    queryKey: [...libraryKeys.shared, userId, { ...query, as }] as const,
    queryFn: ({ client, signal, pageParam }) =>
      call(
        listProfileGames,
        { params: { handle: userId }, query: { ...query, page: pageParam, ...(as && { as }) } },
        { client, signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page: number) => (last.hasMore ? page + 1 : undefined),
  })
}

/** The platforms and genres of one member's games; behind the filters, so no page waits for them. */
export const facetsQuery = (userId: UserId, as: ViewAs | null = null) =>
  queryOptions({
    queryKey: [...libraryKeys.shared, userId, 'facets', as] as const,
    staleTime: STATS_STALE_MS,
    queryFn: ({ client, signal }) =>
      call(listLibraryFacets, { params: { handle: userId }, query: as ? { as } : {} }, { client, signal }),
  })

/** What is being played, latest first, for the home page. */
export const playingQuery = () => libraryQuery({ status: 'playing', sort: 'recent', search: '', limit: 3 })

/** Own writes make it stale at once; what else changes it may wait (R-SESS-25). */
export const libraryStatsQuery = () =>
  queryOptions({
    queryKey: libraryKeys.stats,
    staleTime: STATS_STALE_MS,
    queryFn: ({ client, signal }) => call(getLibraryStats, {}, { client, signal }),
  })

export const progressQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: [...libraryKeys.progress, gameId] as const,
    queryFn: ({ client, signal }) => call(getProgress, { params: { gameId } }, { client, signal }),
  })
