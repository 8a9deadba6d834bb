import { type InfiniteData, infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { STATS_STALE_MS } from '#features/accounts/session.rules.ts'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import type { UserId } from '#shared/ids.ts'
import { type AnswerOf, call } from '#web/call.ts'
import { BY_PAGE_NUMBER } from '#web/paging.ts'
import type { SharedSort } from '../library.contract.ts'
import {
  getLibraryStats,
  LIBRARY_PAGE_SIZE,
  type LibrarySort,
  listLibrary,
  listLibraryFacets,
  listProfileGames,
  type SortOrder,
} from '../library.endpoints.ts'
import type { Status } from '../library.rules.ts'
import type { ShelfFilters } from '../shelf-filters.rules.ts'
import { cacheMarks, libraryKeys, markOf } from './library.api.ts'

// Apart from library.api.ts, because a game page needs the marks and not the lists, and its first JavaScript has a limit.

export interface LibraryFilter {
  status: Status | 'all'
  sort: LibrarySort
  /** Defaults to the direction of the sort. */
  order?: SortOrder
  search: string
  platform?: string
  genre?: string
  /** Further filters, to which statistics link. */
  filters?: ShelfFilters
  limit?: number
}

/** Completes a filter with its defaults, for the query key and the request. */
const withDefaults = ({
  order,
  status,
  search,
  platform = '',
  genre = '',
  filters,
  limit = LIBRARY_PAGE_SIZE,
}: Omit<LibraryFilter, 'sort'>) => ({
  status,
  search,
  platform,
  genre,
  limit,
  ...(order && { order }),
  ...filters,
})

type ListPage = AnswerOf<typeof listLibrary>
export type ListPages = InfiniteData<ListPage, number>

export const libraryQuery = (given: LibraryFilter) => {
  const filter = { ...withDefaults(given), sort: given.sort }
  return infiniteQueryOptions({
    queryKey: [...libraryKeys.lists, filter] as const,
    queryFn: async ({ client, signal, pageParam }): Promise<ListPage> => {
      const startedAt = performance.now()
      const page = await call(listLibrary, { query: { ...filter, page: pageParam } }, { client, signal })
      cacheMarks(client, Object.fromEntries(page.data.map((row) => [row.game_id, markOf(row)])), startedAt)
      return page
    },
    ...BY_PAGE_NUMBER,
  })
}

export interface SharedFilter extends Omit<LibraryFilter, 'sort'> {
  sort: SharedSort
  /** The group as which the owner previews the profile. */
  as?: ViewAs | null
}

/** The query of a member's games, as far as they are visible to the viewer. */
export const sharedGamesQuery = (userId: UserId, filter: SharedFilter) => {
  const { sort, as = null } = filter
  const query = { ...withDefaults(filter), sort }
  return infiniteQueryOptions({
    queryKey: [...libraryKeys.shared, userId, { ...query, as }] as const,
    queryFn: ({ client, signal, pageParam }) =>
      call(
        listProfileGames,
        { params: { handle: userId }, query: { ...query, page: pageParam, ...(as && { as }) } },
        { client, signal },
      ),
    ...BY_PAGE_NUMBER,
  })
}

/** The query of the platforms and genres of a member's games. Only the filters need them, so no page waits for it. */
export const facetsQuery = (userId: UserId, as: ViewAs | null = null) =>
  queryOptions({
    queryKey: [...libraryKeys.shared, userId, 'facets', as] as const,
    staleTime: STATS_STALE_MS,
    queryFn: ({ client, signal }) =>
      call(listLibraryFacets, { params: { handle: userId }, query: as ? { as } : {} }, { client, signal }),
  })

/** The query of the games being played, latest first, for the home page. */
export const playingQuery = () => libraryQuery({ status: 'playing', sort: 'recent', search: '', limit: 3 })

/**
 * The query of the library figures. The viewer's own writes invalidate it at once; other changes may appear later
 * (R-SESS-25).
 */
export const libraryStatsQuery = () =>
  queryOptions({
    queryKey: libraryKeys.stats,
    staleTime: STATS_STALE_MS,
    queryFn: ({ client, signal }) => call(getLibraryStats, {}, { client, signal }),
  })
