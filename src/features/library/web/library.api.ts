import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query'
import * as z from 'zod/mini'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import type { GameId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import {
  addToLibrary,
  changeEntry,
  changeStatus,
  Entry,
  getEntry,
  getLibraryStats,
  getProgress,
  LIBRARY_PAGE_SIZE,
  type LibrarySort,
  listLibrary,
  listMarks,
  MARKS_MOST,
  type Mark,
  type ProgressDraft,
  removeFromLibrary,
  saveProgress,
} from '../library.contract.ts'
import type { Status } from '../library.rules.ts'

const keys = {
  marks: ['library', 'marks'] as const,
  entries: ['library', 'entry'] as const,
  lists: ['library', 'list'] as const,
  stats: ['library', 'stats'] as const,
  progress: ['library', 'progress'] as const,
}

// Reading. A visitor has no library: these answer with nothing, and ask nothing.

async function isMember(client: QueryClient): Promise<boolean> {
  return (await client.ensureQueryData(sessionQuery())).user !== null
}

/** By game; null is "not in the library", a game that is missing is not known yet. */
export type Marks = Readonly<Record<string, Mark | null>>

/** All marks that are known: one map, so that every poster of a game anywhere shows the same. */
export const marksQuery = () =>
  queryOptions({
    queryKey: keys.marks,
    queryFn: async ({ client, signal }): Promise<Marks> => {
      const known = client.getQueryData<Marks>(keys.marks) ?? {}
      return (await isMember(client)) ? fetchMarks(client, Object.keys(known) as GameId[], signal) : {}
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
  const known = client.getQueryData<Marks>(keys.marks) ?? {}
  const kept = keptAt.get(client)
  const missing = ids.filter((id) => known[id] === undefined || began - (kept?.get(id) ?? -FRESH_MS) >= FRESH_MS)
  try {
    if (missing.length === 0 || !(await isMember(client))) return
    keepMarks(client, await fetchMarks(client, missing), began)
  } catch {}
}

/** What was written after `since` is newer than these marks. */
function keepMarks(client: QueryClient, marks: Marks, since: number): void {
  const writes = writesOf(client)
  const kept = keptAt.get(client) ?? new Map<string, number>()
  keptAt.set(client, kept)
  const fresh = Object.entries(marks).filter(([id]) => (writes.get(id)?.at ?? Number.NEGATIVE_INFINITY) < since)
  for (const [id] of fresh) kept.set(id, since)
  client.setQueryData<Marks>(keys.marks, (known) => ({ ...known, ...Object.fromEntries(fresh) }))
}

const wanted = new WeakMap<QueryClient, Set<GameId>>()

/** For a poster whose page did not load marks: all that are asked for in one moment go in one call. */
export function wantMark(client: QueryClient, gameId: GameId): void {
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
    queryKey: [...keys.entries, gameId] as const,
    queryFn: async ({ client, signal }): Promise<Entry | null> => {
      if (!(await isMember(client))) return null
      const began = performance.now()
      const entry = await findEntry(client, gameId, signal)
      keepMarks(client, { [gameId]: entry && markOf(entry) }, began)
      return entry
    },
  })

async function findEntry(client: QueryClient, gameId: GameId, signal: AbortSignal): Promise<Entry | null> {
  try {
    return (await call(getEntry, { params: { gameId } }, { client, signal })).entry
  } catch (error) {
    if (error instanceof CallError && error.code === 'entry_not_found') return null
    throw error
  }
}

export interface LibraryFilter {
  status: Status | 'all'
  sort: LibrarySort
  search: string
  limit?: number
}

type ListPage = z.output<typeof listLibrary.response>
type ListPages = InfiniteData<ListPage, number>

export const libraryQuery = ({ status, sort, search, limit = LIBRARY_PAGE_SIZE }: LibraryFilter) =>
  infiniteQueryOptions({
    queryKey: [...keys.lists, { status, sort, search, limit }] as const,
    queryFn: async ({ client, signal, pageParam }): Promise<ListPage> => {
      const began = performance.now()
      const page = await call(
        listLibrary,
        { query: { status, sort, search, limit, page: pageParam } },
        { client, signal },
      )
      keepMarks(client, Object.fromEntries(page.data.map((row) => [row.game_id, markOf(row)])), began)
      return page
    },
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (last.hasMore ? page + 1 : undefined),
  })

/** What is being played, latest first, for the home page. */
export const playingQuery = () => libraryQuery({ status: 'playing', sort: 'recent', search: '', limit: 3 })

export const libraryStatsQuery = () =>
  queryOptions({
    queryKey: keys.stats,
    queryFn: ({ client, signal }) => call(getLibraryStats, {}, { client, signal }),
  })

export const progressQuery = (gameId: GameId) =>
  queryOptions({
    queryKey: [...keys.progress, gameId] as const,
    queryFn: ({ client, signal }) => call(getProgress, { params: { gameId } }, { client, signal }),
  })

export function markOf({ status, user_rating, is_liked }: Mark): Mark {
  return { status, user_rating, is_liked }
}

/** The viewer's mark as it is shown now; asked for when it is not known yet. */
export async function currentMark(client: QueryClient, gameId: GameId): Promise<Mark | null> {
  const known = client.getQueryData<Marks>(keys.marks)?.[gameId]
  if (known !== undefined) return known
  const entry = await client.fetchQuery(entryQuery(gameId))
  return entry && markOf(entry)
}

/** The viewer's entry, not older than a few seconds: what is added to must not be what was true an hour ago. */
export function currentEntry(client: QueryClient, gameId: GameId): Promise<Entry | null> {
  return client.fetchQuery({ ...entryQuery(gameId), staleTime: 5000 })
}

// Writing.

/** What the library could not do. `message` is the documented sentence, `cause` what the server or the network said. */
export class LibraryError extends Error {
  override name = 'LibraryError'
}

/** Puts a game on the shelf. `isDuplicate`: it was there already, and the entry is the one that was there (C21). */
export async function shelve(
  client: QueryClient,
  gameId: GameId,
  draft: { status: Status; user_rating?: number | null; is_liked?: boolean },
): Promise<{ entry: Entry; isDuplicate: boolean }> {
  let isDuplicate = false
  const shown = { user_rating: null, is_liked: false, ...draft }
  const entry = await write(client, gameId, shown, 'Failed to add game to library', async () => {
    try {
      return (await call(addToLibrary, { body: { game_id: gameId, ...draft } }, { client })).entry
    } catch (error) {
      const existing = duplicateOf(error)
      if (!existing) throw error
      isDuplicate = true
      return existing
    }
  })
  return { entry: entry as Entry, isDuplicate }
}

/** The entry that a refused add found in its place, by code or by word (R-LIB-05). */
function duplicateOf(error: unknown): Entry | null {
  if (!(error instanceof CallError)) return null
  if (error.code !== '23505' && !error.message.includes('duplicate')) return null
  const parsed = z.safeParse(Entry, error.body.entry)
  return parsed.success ? parsed.data : null
}

export async function setStatus(client: QueryClient, gameId: GameId, status: Status): Promise<void> {
  await write(client, gameId, { status }, 'Failed to update game status', async () => {
    return (await call(changeStatus, { params: { gameId }, body: { status } }, { client })).entry
  })
}

/** Rating, heart and notes. */
export async function change(
  client: QueryClient,
  gameId: GameId,
  changes: { user_rating?: number | null; is_liked?: boolean; notes?: string | null },
  failure: string,
): Promise<void> {
  await write(client, gameId, changes, failure, async () => {
    return (await call(changeEntry, { params: { gameId }, body: changes }, { client })).entry
  })
}

/** Logs progress. What the server will make of the status is shown at once when `draft` says it. */
export async function log(
  client: QueryClient,
  gameId: GameId,
  draft: ProgressDraft,
): Promise<{ entry: Entry; created: boolean }> {
  let created = false
  const { correct: _, user_id: __, ...shown } = draft
  const entry = await write(client, gameId, shown, 'Failed to update game progress', async () => {
    const answer = await call(saveProgress, { params: { gameId }, body: draft }, { client })
    created = answer.created
    return answer.entry
  })
  return { entry: entry as Entry, created }
}

export async function remove(client: QueryClient, gameId: GameId): Promise<void> {
  await write(client, gameId, null, 'Failed to remove game from library', async () => {
    await call(removeFromLibrary, { params: { gameId } }, { client })
    return null
  })
}

/** What a write says of the entry; what it does not name stays. */
type Shown = {
  [field in
    | 'status'
    | 'play_time'
    | 'completion_percentage'
    | 'achievements_completed'
    | 'user_rating'
    | 'is_liked'
    | 'notes']?: Entry[field] | undefined
}

interface Write {
  /** When it was last written, by performance.now(). */
  at: number
  /** Writes of one game go to the server one after another, in the order of the clicks. */
  turn: Promise<unknown>
}

const writes = new WeakMap<QueryClient, Map<string, Write>>()

function writesOf(client: QueryClient): Map<string, Write> {
  const found = writes.get(client)
  if (found) return found
  const made = new Map<string, Write>()
  writes.set(client, made)
  return made
}

/**
 * Every write goes through here: shown at once in all caches, sent in turn, then what the server answered is shown. When
 * it fails, the caches are what they were before, and a LibraryError with `failure` is thrown.
 */
async function write(
  client: QueryClient,
  gameId: GameId,
  shown: Shown | null,
  failure: string,
  send: () => Promise<Entry | null>,
): Promise<Entry | null> {
  const all = writesOf(client)
  const before = all.get(gameId)?.turn ?? Promise.resolve()
  // A read that is under way would bring back what was true before.
  const cancelled = Promise.all(
    [[...keys.entries, gameId], keys.lists, keys.stats].map((queryKey) => client.cancelQueries({ queryKey })),
  )
  const sent = before.then(send, send)
  const mine: Write = { at: performance.now(), turn: sent }
  all.set(gameId, mine)
  await cancelled
  const undo = show(client, gameId, shown)
  try {
    const entry = await sent
    // A later click already shows what it wants; its own answer follows.
    if (all.get(gameId) === mine) show(client, gameId, entry)
    return entry
  } catch (cause) {
    undo()
    throw new LibraryError(failure, { cause })
  } finally {
    mine.at = performance.now()
    if (all.get(gameId) === mine) {
      for (const queryKey of [keys.lists, keys.stats, [...keys.progress, gameId]])
        void client.invalidateQueries({ queryKey })
    }
  }
}

/** Shows a change of one entry everywhere (null: it is gone). Answers with what puts everything back as it was. */
function show(client: QueryClient, gameId: GameId, shown: Shown | null): () => void {
  const undoing: (() => void)[] = []
  const set = <T>(queryKey: QueryKey, change: (data: T) => T) => {
    const data = client.getQueryData<T>(queryKey)
    if (data === undefined) return
    client.setQueryData(queryKey, change(data))
    undoing.push(() => client.setQueryData(queryKey, data))
  }
  const known = client.getQueryData<Marks>(keys.marks)?.[gameId]
  client.setQueryData<Marks>(keys.marks, (marks) => ({ ...marks, [gameId]: shownMark(known ?? null, shown) }))
  // Of this game alone: the map holds those of all others too.
  undoing.push(() =>
    client.setQueryData<Marks>(keys.marks, ({ [gameId]: _, ...others } = {}) =>
      known === undefined ? others : { ...others, [gameId]: known },
    ),
  )
  set<Entry | null>([...keys.entries, gameId], (entry) => shown && { ...(entry ?? unsaved(gameId)), ...defined(shown) })
  for (const [queryKey] of client.getQueriesData({ queryKey: keys.lists })) {
    const { status } = queryKey[2] as LibraryFilter
    set<ListPages>(queryKey, (list) => withRow(list, gameId, shown, status))
  }
  return () => {
    for (const undo of undoing) undo()
  }
}

function shownMark(mark: Mark | null, shown: Shown | null): Mark | null {
  return shown && markOf({ ...(mark ?? unsaved('' as GameId)), ...defined(shown) })
}

/** An entry that the server is about to make. */
function unsaved(gameId: GameId): Entry {
  const now = new Date().toISOString()
  return {
    id: '' as Entry['id'],
    user_id: '' as Entry['user_id'],
    game_id: gameId,
    status: 'playing',
    play_time: 0,
    completion_percentage: 0,
    progress: 0,
    achievements_completed: 0,
    user_rating: null,
    is_liked: false,
    notes: null,
    last_played_at: null,
    created_at: now,
    updated_at: now,
  }
}

function defined(shown: Shown): Partial<Entry> {
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== undefined))
}

/** The list with the row changed; without it when it is gone or has left the list's status. */
function withRow(list: ListPages, gameId: GameId, shown: Shown | null, status: Status | 'all'): ListPages {
  const stays = shown !== null && (status === 'all' || shown.status === undefined || shown.status === status)
  const isIn = list.pages.some((page) => page.data.some((row) => row.game_id === gameId))
  if (!isIn) return list
  return {
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      total: stays ? page.total : page.total - 1,
      data: stays
        ? page.data.map((row) => (row.game_id === gameId ? { ...row, ...defined(shown) } : row))
        : page.data.filter((row) => row.game_id !== gameId),
    })),
  }
}
