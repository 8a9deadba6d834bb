import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { profileKeys } from '#features/profiles/web/profiles.api.ts'
import type { GameId, PlaySessionId, PlaythroughId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import {
  addToLibrary,
  changeEntry,
  changeStatus,
  type Entry,
  type Mark,
  removeFromLibrary,
  saveProgress,
} from '../library.contract.ts'
import { LIBRARY_FAILURES } from '../library.messages.ts'
import type { Status } from '../library.rules.ts'
import type { ProgressDraft } from '../progress.contract.ts'
import type { PlayTimer } from '../timer.contract.ts'
import { type LibraryFilter, type ListPages, libraryKeys, type Marks, markOf, markReadsStale } from './library.api.ts'
import { tellWrite } from './write-seam.ts'

/**
 * A failed write of the library. `message` is the documented sentence, `cause` the error of the server or the network.
 */
export class LibraryError extends Error {
  override name = 'LibraryError'
}

/**
 * Adds a game to the library. `isDuplicate`: it was in the library already, and the result is the existing entry (C21).
 */
export async function addGame(
  client: QueryClient,
  gameId: GameId,
  draft: { status: Status; user_rating?: number | null; is_liked?: boolean },
): Promise<{ entry: Entry; isDuplicate: boolean }> {
  let isDuplicate = false
  const shown = { user_rating: null, is_liked: false, ...draft }
  const entry = await write(client, gameId, shown, LIBRARY_FAILURES.add, async () => {
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

/** Returns the existing entry of a refused add, recognised by code or by word (R-LIB-05). */
function duplicateOf(error: unknown): Entry | null {
  if (!(error instanceof CallError)) return null
  if (error.code !== '23505' && !error.message.includes('duplicate')) return null
  return (error.body.entry as Entry | undefined) ?? null
}

/** `correct` restores the previous status. */
export async function setStatus(
  client: QueryClient,
  gameId: GameId,
  status: Status,
  { correct }: { correct?: true } = {},
): Promise<void> {
  await write(client, gameId, { status }, LIBRARY_FAILURES.status, async () => {
    const body = { status, ...(correct && { correct }) }
    return (await call(changeStatus, { params: { gameId }, body }, { client })).entry
  })
}

/** Changes rating, heart and notes. */
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

/** Logs progress. When `draft` has a status, the page shows it at once. */
export async function log(
  client: QueryClient,
  gameId: GameId,
  draft: ProgressDraft,
): Promise<{
  entry: Entry
  created: boolean
  session: { id: PlaySessionId } | null
  playthrough: { id: PlaythroughId; created: boolean } | null
}> {
  let created = false
  let session: { id: PlaySessionId } | null = null
  let playthrough: { id: PlaythroughId; created: boolean } | null = null
  const { correct: _, user_id: __, played: ___, take_back: ____, playthrough: _____, ...shown } = draft
  const send = async () => {
    const answer = await call(saveProgress, { params: { gameId }, body: draft }, { client })
    created = answer.created
    session = answer.session ?? null
    playthrough = answer.playthrough ?? null
    return answer.entry
  }
  const entry = await write(client, gameId, shown, LIBRARY_FAILURES.progress, send, { isProgress: true })
  return { entry: entry as Entry, created, session, playthrough }
}

export async function remove(client: QueryClient, gameId: GameId): Promise<void> {
  await write(client, gameId, null, LIBRARY_FAILURES.remove, async () => {
    await call(removeFromLibrary, { params: { gameId } }, { client })
    return null
  })
  // The game's timer was deleted with it.
  const seen = client.getQueryData<{ timer: PlayTimer | null }>(libraryKeys.timer)
  if (seen?.timer?.game.id === gameId) void client.invalidateQueries({ queryKey: libraryKeys.timer })
}

/** The fields that a write changes; fields that are not named stay unchanged. */
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

/** Queues of writes by game: writes of one game are sent one after another, in the order of the clicks. */
const queues = new WeakMap<QueryClient, Map<GameId, Promise<unknown>>>()

export function writeQueueOf(client: QueryClient): Map<GameId, Promise<unknown>> {
  const found = queues.get(client) ?? new Map<GameId, Promise<unknown>>()
  queues.set(client, found)
  return found
}

/**
 * Sends every write of an entry. It updates all caches optimistically, sends the write after the earlier ones of the
 * same game, and then shows the response. On failure it rolls the caches back and throws a LibraryError with `failure`.
 * `isProgress`: figures or sessions were written, so other pages are notified (R-PROG-09).
 */
export async function write(
  client: QueryClient,
  gameId: GameId,
  shown: Shown | null,
  failure: string,
  send: () => Promise<Entry | null>,
  { isProgress = false }: { isProgress?: boolean } = {},
): Promise<Entry | null> {
  const all = writeQueueOf(client)
  // The result of a read in flight would restore the old values.
  markReadsStale(client, gameId)
  const cancelled = Promise.all(
    [[...libraryKeys.entries, gameId], libraryKeys.lists, libraryKeys.stats].map((queryKey) =>
      client.cancelQueries({ queryKey }),
    ),
  )
  const before = all.get(gameId) ?? Promise.resolve()
  const sent = before.then(send, send)
  all.set(gameId, sent)
  await cancelled
  const undo = show(client, gameId, shown)
  try {
    const entry = await sent
    // When a later click is pending, the page shows its optimistic value, and its own response follows.
    if (all.get(gameId) === sent) show(client, gameId, entry)
    tellWrite(client, isProgress)
    return entry
  } catch (cause) {
    undo()
    throw new LibraryError(failure, { cause })
  } finally {
    markReadsStale(client, gameId)
    if (all.get(gameId) === sent) {
      all.delete(gameId)
      // The profile shows counts of the library.
      for (const queryKey of [
        libraryKeys.lists,
        libraryKeys.stats,
        libraryKeys.shared,
        profileKeys.all,
        [...libraryKeys.progress, gameId],
        [...libraryKeys.playLog, gameId],
      ])
        void client.invalidateQueries({ queryKey })
    }
  }
}

/** Updates one entry in all caches (null: it is removed). Returns a function that rolls all of them back. */
export function show(client: QueryClient, gameId: GameId, shown: Shown | null): () => void {
  const rollbacks: (() => void)[] = []
  const set = <T>(queryKey: QueryKey, change: (data: T) => T) => {
    const data = client.getQueryData<T>(queryKey)
    if (data === undefined) return
    client.setQueryData(queryKey, change(data))
    rollbacks.push(() => client.setQueryData(queryKey, data))
  }
  const known = client.getQueryData<Marks>(libraryKeys.marks)?.[gameId]
  client.setQueryData<Marks>(libraryKeys.marks, (marks) => ({ ...marks, [gameId]: shownMark(known ?? null, shown) }))
  // Restores only this game, because the map has the marks of all games.
  rollbacks.push(() =>
    client.setQueryData<Marks>(libraryKeys.marks, ({ [gameId]: _, ...others } = {}) =>
      known === undefined ? others : { ...others, [gameId]: known },
    ),
  )
  set<Entry | null>(
    [...libraryKeys.entries, gameId],
    (entry) => shown && { ...(entry ?? unsaved(gameId)), ...defined(shown) },
  )
  for (const [queryKey] of client.getQueriesData({ queryKey: libraryKeys.lists })) {
    const { status } = queryKey[2] as LibraryFilter
    set<ListPages>(queryKey, (list) => withRow(list, gameId, shown, status))
  }
  return () => {
    for (const undo of rollbacks) undo()
  }
}

function shownMark(mark: Mark | null, shown: Shown | null): Mark | null {
  return shown && markOf({ ...(mark ?? unsaved('' as GameId)), ...defined(shown) })
}

/** Builds an entry that the server has not created yet. */
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

/** Returns the list with the row changed, or without it when it was removed or has another status than the list. */
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
