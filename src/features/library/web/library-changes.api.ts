import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { profileKeys } from '#features/profiles/web/profile-keys.api.ts'
import type { GameId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import { publish } from '#web/slots.tsx'
import type { Entry, Mark } from '../library.contract.ts'
import { addToLibrary, changeEntry, changeStatus, removeFromLibrary } from '../library.endpoints.ts'
import { completionAfter, type Status } from '../library.rules.ts'
import { LIBRARY_FAILURES } from '../library.texts.ts'
import { unsavedEntry } from '../unsaved-entry.rules.ts'
import { libraryKeys, type Marks, markOf, markReadsStale } from './library.api.ts'
import { libraryWritten } from './library.slots.ts'
import type { LibraryFilter, ListPages } from './library-lists.api.ts'
import { ownShelvesKey } from './own-shelves-key.api.ts'

/**
 * A failed write of the library. `message` is the documented sentence, `cause` the error of the server or the network,
 * `code` says whether a game could not be added, or an entry could not be changed or removed.
 */
export class LibraryError extends Error {
  override name = 'LibraryError'
  readonly code: 'not_added' | 'not_changed'
  constructor(message: string, { cause, code = 'not_changed' }: { cause: unknown; code?: LibraryError['code'] }) {
    super(message, { cause })
    this.code = code
  }
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
  const add = async () => {
    try {
      return (await call(addToLibrary, { body: { game_id: gameId, ...draft } }, { client })).entry
    } catch (error) {
      const existing = duplicateOf(error)
      if (!existing) throw error
      isDuplicate = true
      return existing
    }
  }
  const entry = await write(client, gameId, shown, LIBRARY_FAILURES.add, add, { code: 'not_added' })
  return { entry: entry as Entry, isDuplicate }
}

/** Returns the entry that made an add a duplicate: the server names it beside the code 23505 (R-LIB-05). */
function duplicateOf(error: unknown): Entry | null {
  if (!(error instanceof CallError) || error.code !== '23505') return null
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

/** Changes rating, heart and notes. `correct` says that the change is an undo. */
export async function change(
  client: QueryClient,
  gameId: GameId,
  changes: { user_rating?: number | null; is_liked?: boolean; notes?: string | null },
  failure: string,
  { correct }: { correct?: true } = {},
): Promise<void> {
  await write(client, gameId, changes, failure, async () => {
    const body = { ...changes, ...(correct && { correct }) }
    return (await call(changeEntry, { params: { gameId }, body }, { client })).entry
  })
}

/** Removes a game. An undo passes the entry that was added: one that has changed since then stays. */
export async function remove(client: QueryClient, gameId: GameId, added?: Entry): Promise<void> {
  await write(client, gameId, null, LIBRARY_FAILURES.remove, async () => {
    const query = added ? { seen: added.updated_at } : {}
    await call(removeFromLibrary, { params: { gameId }, query }, { client })
    return null
  })
  // The game's timer was deleted with it.
  const seen = client.getQueryData<{ timer: { game: { id: GameId } } | null }>(libraryKeys.timer)
  if (seen?.timer?.game.id === gameId) void client.invalidateQueries({ queryKey: libraryKeys.timer })
}

/** The changed fields of an entry; omitted fields stay unchanged. */
type EntryPatch = {
  [field in
    | 'status'
    | 'play_time'
    | 'completion_percentage'
    | 'achievements_completed'
    | 'user_rating'
    | 'is_liked'
    | 'notes']?: Entry[field] | undefined
}

/** The last pending write of a game. */
interface PendingWrite {
  sent: Promise<unknown>
  /** Shows the state that the server has. The pending writes of a game share it. */
  server: { show?: () => void }
}

const pendingWrites = new WeakMap<QueryClient, Map<GameId, PendingWrite>>()

/** Returns the pending writes by game. Writes of one game go to the server one after another, in the order of the clicks. */
export function writeQueueOf(client: QueryClient): Map<GameId, PendingWrite> {
  const found = pendingWrites.get(client) ?? new Map<GameId, PendingWrite>()
  pendingWrites.set(client, found)
  return found
}

/**
 * Every write of an entry uses this function. It updates all caches optimistically, sends the write after the pending
 * ones of the game, and puts the server's answer into the caches. When the write fails, it throws a LibraryError with
 * `failure` and `code`; after the last pending write the caches have the state of the server again. `isProgress`: figures
 * or sessions are written (R-PROG-09).
 */
export async function write(
  client: QueryClient,
  gameId: GameId,
  patch: EntryPatch | null,
  failure: string,
  send: () => Promise<Entry | null>,
  { isProgress = false, code = 'not_changed' }: { isProgress?: boolean; code?: LibraryError['code'] } = {},
): Promise<Entry | null> {
  const pending = writeQueueOf(client)
  // A read that is under way would bring back the state before the write.
  markReadsStale(client, gameId)
  const cancelled = Promise.all(
    [[...libraryKeys.entries, gameId], libraryKeys.lists, libraryKeys.stats].map((queryKey) =>
      client.cancelQueries({ queryKey }),
    ),
  )
  const { sent: before, server }: PendingWrite = pending.get(gameId) ?? { sent: Promise.resolve(), server: {} }
  const sent = before.then(send, send)
  pending.set(gameId, { sent, server })
  // A later click has already updated the caches; its own answer follows.
  const isLast = () => pending.get(gameId)?.sent === sent
  await cancelled
  const undo = applyToCaches(client, gameId, patch)
  server.show ??= undo
  try {
    const entry = await sent
    server.show = () => void applyToCaches(client, gameId, entry)
    if (isLast()) server.show()
    publish(libraryWritten, client, { isProgress })
    return entry
  } catch (cause) {
    if (isLast()) server.show()
    throw new LibraryError(failure, { cause, code })
  } finally {
    markReadsStale(client, gameId)
    if (isLast()) {
      pending.delete(gameId)
      // The profile shows counts of the library.
      for (const queryKey of [
        libraryKeys.lists,
        libraryKeys.stats,
        libraryKeys.shared,
        profileKeys.all,
        ownShelvesKey,
        [...libraryKeys.progress, gameId],
        [...libraryKeys.playLog, gameId],
      ])
        void client.invalidateQueries({ queryKey })
    }
  }
}

/** Patches one entry in every cache that shows it; null removes it. Returns a function that restores the caches. */
export function applyToCaches(client: QueryClient, gameId: GameId, patch: EntryPatch | null): () => void {
  const rollbacks: (() => void)[] = []
  const set = <T>(queryKey: QueryKey, change: (data: T) => T) => {
    const data = client.getQueryData<T>(queryKey)
    if (data === undefined) return
    client.setQueryData(queryKey, change(data))
    rollbacks.push(() => client.setQueryData(queryKey, data))
  }
  const known = client.getQueryData<Marks>(libraryKeys.marks)?.[gameId]
  client.setQueryData<Marks>(libraryKeys.marks, (marks) => ({ ...marks, [gameId]: patchedMark(known ?? null, patch) }))
  // Restores the mark of this game only: the map has the marks of all other games too.
  rollbacks.push(() =>
    client.setQueryData<Marks>(libraryKeys.marks, ({ [gameId]: _, ...others } = {}) =>
      known === undefined ? others : { ...others, [gameId]: known },
    ),
  )
  set<Entry | null>(
    [...libraryKeys.entries, gameId],
    (entry) => patch && patchedEntry(entry ?? unsavedEntry(gameId), patch),
  )
  for (const [queryKey] of client.getQueriesData({ queryKey: libraryKeys.lists })) {
    const { status } = queryKey[2] as LibraryFilter
    set<ListPages>(queryKey, (list) => withRow(list, gameId, patch, status))
  }
  return () => {
    for (const undo of rollbacks) undo()
  }
}

/** A game that becomes completed has 100 % at once, as on the server. */
function patchedEntry(entry: Entry, patch: EntryPatch): Entry {
  const after = { ...entry, ...defined(patch) }
  const { completion_percentage: before, status: previous } = entry
  const said = patch.completion_percentage ?? null
  return { ...after, completion_percentage: completionAfter({ status: after.status, previous, said, before }) }
}

function patchedMark(mark: Mark | null, patch: EntryPatch | null): Mark | null {
  return patch && markOf({ ...(mark ?? unsavedEntry('' as GameId)), ...defined(patch) })
}

function defined(patch: EntryPatch): Partial<Entry> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}

/** Returns the list with the row changed, or without it when it was removed or has another status than the list. */
function withRow(list: ListPages, gameId: GameId, patch: EntryPatch | null, status: Status | 'all'): ListPages {
  const stays = patch !== null && (status === 'all' || patch.status === undefined || patch.status === status)
  const isIn = list.pages.some((page) => page.data.some((row) => row.game_id === gameId))
  if (!isIn) return list
  return {
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      total: stays ? page.total : page.total - 1,
      data: stays
        ? page.data.map((row) => (row.game_id === gameId ? { ...row, ...defined(patch) } : row))
        : page.data.filter((row) => row.game_id !== gameId),
    })),
  }
}
