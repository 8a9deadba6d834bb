import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { STATS_STALE_MS } from '#features/accounts/session.rules.ts'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import type { ViewAs } from '#features/profiles/profiles.contract.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import {
  type Entry,
  getLibraryStats,
  getProgress,
  LIBRARY_PAGE_SIZE,
  type LibrarySort,
  listLibrary,
  listLibraryFacets,
  listMarks,
  listProfileGames,
  MARKS_MOST,
  type Mark,
  type SharedSort,
  type SortOrder,
} from '../library.contract.ts'
import type { Status } from '../library.rules.ts'

/** The query keys of the library's caches; library-changes.ts updates these caches after a write. */
export const libraryKeys = {
  marks: ['library', 'marks'] as const,
  entries: ['library', 'entry'] as const,
  lists: ['library', 'list'] as const,
  stats: ['library', 'stats'] as const,
  shared: ['library', 'shared'] as const,
  progress: ['library', 'progress'] as const,
  playLog: ['library', 'play-log'] as const,
  timer: ['library', 'timer'] as const,
}

// Returns whether the viewer is a member. A visitor has no library, so the queries below return empty data without a
// request.

async function isMember(client: QueryClient): Promise<boolean> {
  return (await client.ensureQueryData(sessionQuery())).user !== null
}

/** Marks by game. Null means "not in the library"; a missing game has not been loaded yet. */
export type Marks = Readonly<Record<string, Mark | null>>

/** The query of all loaded marks: one map, so that every poster of a game anywhere shows the same mark. */
export const marksQuery = () =>
  queryOptions({
    queryKey: libraryKeys.marks,
    queryFn: async ({ client, signal }): Promise<Marks> => {
      if (!(await isMember(client))) return {}
      const startedAt = performance.now()
      const known = Object.keys(client.getQueryData<Marks>(libraryKeys.marks) ?? {}) as GameId[]
      return withMarks(client, await fetchMarks(client, known, signal), startedAt)
    },
    // loadMarks refreshes the data, a page at a time.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })

async function fetchMarks(client: QueryClient, ids: readonly GameId[], signal?: AbortSignal): Promise<Marks> {
  const found: Record<string, Mark | null> = {}
  for (let from = 0; from < ids.length; from += MARKS_MOST) {
    const some = ids.slice(from, from + MARKS_MOST)
    const query = { ids: some.join(',') }
    const { marks } = await call(listMarks, { query }, signal ? { client, signal } : { client })
    for (const id of some) found[id] = marks[id] ?? null
  }
  return found
}

/** Marks are fetched again after this time. */
const FRESH_MS = 30_000
const fetchedAt = new WeakMap<QueryClient, Map<string, number>>()

/** Fetches the viewer's marks on these games, for a page's `load`. Never throws: posters can do without a mark. */
export async function loadMarks(client: QueryClient, ids: readonly GameId[]): Promise<void> {
  const startedAt = performance.now()
  const known = client.getQueryData<Marks>(libraryKeys.marks) ?? {}
  const times = fetchedAt.get(client)
  const missing = ids.filter((id) => known[id] === undefined || startedAt - (times?.get(id) ?? -FRESH_MS) >= FRESH_MS)
  try {
    if (missing.length === 0 || !(await isMember(client))) return
    cacheMarks(client, await fetchMarks(client, missing), startedAt)
  } catch {}
}

/** Fetches these marks again, also when they are cached; used after a bulk write. */
export async function refreshMarks(client: QueryClient, ids: readonly GameId[]): Promise<void> {
  const startedAt = performance.now()
  cacheMarks(client, await fetchMarks(client, ids), startedAt)
}

const writtenAt = new WeakMap<QueryClient, Map<string, number>>()

/** Marks all earlier reads of this game as stale. */
export function markReadsStale(client: QueryClient, gameId: GameId): void {
  const written = writtenAt.get(client) ?? new Map<string, number>()
  writtenAt.set(client, written.set(gameId, performance.now()))
}

function cacheMarks(client: QueryClient, marks: Marks, since: number): void {
  client.setQueryData<Marks>(libraryKeys.marks, withMarks(client, marks, since))
}

/**
 * Returns the cached marks with these merged in. A mark that was written after `since` is newer and is not replaced.
 */
function withMarks(client: QueryClient, marks: Marks, since: number): Marks {
  const written = writtenAt.get(client)
  const times = fetchedAt.get(client) ?? new Map<string, number>()
  fetchedAt.set(client, times)
  const fresh = Object.entries(marks).filter(([id]) => (written?.get(id) ?? Number.NEGATIVE_INFINITY) < since)
  for (const [id] of fresh) times.set(id, since)
  return { ...client.getQueryData<Marks>(libraryKeys.marks), ...Object.fromEntries(fresh) }
}

const pendingMarks = new WeakMap<QueryClient, Set<GameId>>()

/** Requests the mark of a poster whose page did not load marks. Requests of the same moment are sent in one call. */
export function requestMark(client: QueryClient, gameId: GameId): void {
  const waiting = pendingMarks.get(client)
  if (waiting) {
    waiting.add(gameId)
    return
  }
  const ids = new Set([gameId])
  pendingMarks.set(client, ids)
  setTimeout(() => {
    pendingMarks.delete(client)
    void loadMarks(client, [...ids])
  })
}

/** The query of the viewer's entry of a game; null when there is none. */
export const entryQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: [...libraryKeys.entries, gameId] as const,
    queryFn: async ({ client, signal }): Promise<Entry | null> => {
      if (!(await isMember(client))) return null
      const startedAt = performance.now()
      // Calls the list, because a missing entry is no error there, and browsers report every 404.
      const { data } = await call(listLibrary, { query: { game_id: gameId } }, { client, signal })
      const entry = data[0] ?? null
      cacheMarks(client, { [gameId]: entry && markOf(entry) }, startedAt)
      return entry
    },
  })

export interface LibraryFilter {
  status: Status | 'all'
  sort: LibrarySort
  /** Defaults to the direction of the sort. */
  order?: SortOrder
  search: string
  platform?: string
  genre?: string
  limit?: number
}

/** Completes a filter with its defaults, for the query key and the request. */
const withDefaults = ({
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

type ListPage = z.output<typeof listLibrary.response>
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
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.hasMore ? page + 1 : undefined),
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
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page: number) => (last.hasMore ? page + 1 : undefined),
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

export const progressQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: [...libraryKeys.progress, gameId] as const,
    queryFn: ({ client, signal }) => call(getProgress, { params: { gameId } }, { client, signal }),
  })

export function markOf({ status, user_rating, is_liked }: Mark): Mark {
  return { status, user_rating, is_liked }
}

/** Returns the viewer's mark as the page shows it; fetches it when it is not cached. */
export async function currentMark(client: QueryClient, gameId: GameId): Promise<Mark | null> {
  const known = client.getQueryData<Marks>(libraryKeys.marks)?.[gameId]
  if (known !== undefined) return known
  const entry = await client.fetchQuery(entryQuery(gameId))
  return entry && markOf(entry)
}

/** Returns the viewer's entry, at most a few seconds old: additions must not start from an outdated value. */
export function currentEntry(client: QueryClient, gameId: GameId): Promise<Entry | null> {
  return client.fetchQuery({ ...entryQuery(gameId), staleTime: 5000 })
}
