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

/** Of the caches; library-changes.ts keeps them in step. */
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

// A visitor has no library: these answer with nothing, and ask nothing.

async function isMember(client: QueryClient): Promise<boolean> {
  return (await client.ensureQueryData(sessionQuery())).user !== null
}

/** By game; null is "not in the library", a game that is missing is not known yet. */
export type Marks = Readonly<Record<string, Mark | null>>

/** All marks that are known: one map, so that every poster of a game anywhere shows the same. */
export const marksQuery = () =>
  queryOptions({
    queryKey: libraryKeys.marks,
    queryFn: async ({ client, signal }): Promise<Marks> => {
      if (!(await isMember(client))) return {}
      const began = performance.now()
      const known = Object.keys(client.getQueryData<Marks>(libraryKeys.marks) ?? {}) as GameId[]
      return withMarks(client, await fetchMarks(client, known, signal), began)
    },
    // It is refreshed by loadMarks, a page at a time.
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

/** Marks are asked for again after this long. */
const FRESH_MS = 30_000
const keptAt = new WeakMap<QueryClient, Map<string, number>>()

/** Fetches the viewer's marks on these games, for a page's `load`. Never throws: posters do without a mark. */
export async function loadMarks(client: QueryClient, ids: readonly GameId[]): Promise<void> {
  const began = performance.now()
  const known = client.getQueryData<Marks>(libraryKeys.marks) ?? {}
  const kept = keptAt.get(client)
  const missing = ids.filter((id) => known[id] === undefined || began - (kept?.get(id) ?? -FRESH_MS) >= FRESH_MS)
  try {
    if (missing.length === 0 || !(await isMember(client))) return
    keepMarks(client, await fetchMarks(client, missing), began)
  } catch {}
}

/** Reads these marks anew, whatever is known of them: after a write of many. */
export async function refreshMarks(client: QueryClient, ids: readonly GameId[]): Promise<void> {
  const began = performance.now()
  keepMarks(client, await fetchMarks(client, ids), began)
}

const writtenAt = new WeakMap<QueryClient, Map<string, number>>()

/** From now on, what was read of this game before is old. */
export function markReadsStale(client: QueryClient, gameId: GameId): void {
  const written = writtenAt.get(client) ?? new Map<string, number>()
  writtenAt.set(client, written.set(gameId, performance.now()))
}

function keepMarks(client: QueryClient, marks: Marks, since: number): void {
  client.setQueryData<Marks>(libraryKeys.marks, withMarks(client, marks, since))
}

/** The known marks with these in their place; what was written after `since` is newer than they are. */
function withMarks(client: QueryClient, marks: Marks, since: number): Marks {
  const written = writtenAt.get(client)
  const kept = keptAt.get(client) ?? new Map<string, number>()
  keptAt.set(client, kept)
  const fresh = Object.entries(marks).filter(([id]) => (written?.get(id) ?? Number.NEGATIVE_INFINITY) < since)
  for (const [id] of fresh) kept.set(id, since)
  return { ...client.getQueryData<Marks>(libraryKeys.marks), ...Object.fromEntries(fresh) }
}

const wanted = new WeakMap<QueryClient, Set<GameId>>()

/** For a poster whose page did not load marks: all that are asked for in one moment go in one call. */
export function requestMark(client: QueryClient, gameId: GameId): void {
  const waiting = wanted.get(client)
  if (waiting) {
    waiting.add(gameId)
    return
  }
  const ids = new Set([gameId])
  wanted.set(client, ids)
  setTimeout(() => {
    wanted.delete(client)
    void loadMarks(client, [...ids])
  })
}

/** The viewer's entry of a game, null when there is none. */
export const entryQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: [...libraryKeys.entries, gameId] as const,
    queryFn: async ({ client, signal }): Promise<Entry | null> => {
      if (!(await isMember(client))) return null
      const began = performance.now()
      // The list, because what is not there is no error, and browsers report every 404.
      const { data } = await call(listLibrary, { query: { game_id: gameId } }, { client, signal })
      const entry = data[0] ?? null
      keepMarks(client, { [gameId]: entry && markOf(entry) }, began)
      return entry
    },
  })

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

type ListPage = z.output<typeof listLibrary.response>
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

export function markOf({ status, user_rating, is_liked }: Mark): Mark {
  return { status, user_rating, is_liked }
}

/** The viewer's mark as it is shown now; asked for when it is not known yet. */
export async function currentMark(client: QueryClient, gameId: GameId): Promise<Mark | null> {
  const known = client.getQueryData<Marks>(libraryKeys.marks)?.[gameId]
  if (known !== undefined) return known
  const entry = await client.fetchQuery(entryQuery(gameId))
  return entry && markOf(entry)
}

/** The viewer's entry, not older than a few seconds: what is added to must not be what was true an hour ago. */
export function currentEntry(client: QueryClient, gameId: GameId): Promise<Entry | null> {
  return client.fetchQuery({ ...entryQuery(gameId), staleTime: 5000 })
}
