import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import type { GameId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import type { Entry, Mark } from '../library.contract.ts'
import { listLibrary, listMarks, MARKS_MAX } from '../library.endpoints.ts'

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
  for (let from = 0; from < ids.length; from += MARKS_MAX) {
    const some = ids.slice(from, from + MARKS_MAX)
    const query = { ids: some.join(',') }
    const { marks } = await call(listMarks, { query }, signal ? { client, signal } : { client })
    for (const id of some) found[id] = marks[id] ?? null
  }
  return found
}

/** Marks are fetched again after this time. */
const FRESH_MS = 30_000
const fetchedAt = new WeakMap<QueryClient, Map<string, number>>()

/** The marks that are being fetched. */
const marksOnTheWay = new WeakMap<QueryClient, Map<GameId, Promise<void>>>()

/**
 * Fetches the viewer's marks on these games, for a page's `load`; no mark twice at the same time. Never throws: posters can do
 * without a mark.
 */
export async function loadMarks(client: QueryClient, ids: readonly GameId[]): Promise<void> {
  const startedAt = performance.now()
  const known = client.getQueryData<Marks>(libraryKeys.marks) ?? {}
  const times = fetchedAt.get(client)
  const missing = ids.filter((id) => known[id] === undefined || startedAt - (times?.get(id) ?? -FRESH_MS) >= FRESH_MS)
  const onTheWay = marksOnTheWay.get(client) ?? new Map<GameId, Promise<void>>()
  marksOnTheWay.set(client, onTheWay)
  const others = missing.filter((id) => !onTheWay.has(id))
  const fetching = fetchMissing(client, others, startedAt).finally(() => {
    for (const id of others) onTheWay.delete(id)
  })
  for (const id of others) onTheWay.set(id, fetching)
  await Promise.all(missing.map((id) => onTheWay.get(id)))
}

async function fetchMissing(client: QueryClient, ids: readonly GameId[], startedAt: number): Promise<void> {
  try {
    if (ids.length === 0 || !(await isMember(client))) return
    cacheMarks(client, await fetchMarks(client, ids), startedAt)
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

/** Puts marks that were read after `since` into the cache. */
export function cacheMarks(client: QueryClient, marks: Marks, since: number): void {
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

/** Requests the mark of a poster whose page did not load marks. Batches requests of the same moment into one call. */
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
