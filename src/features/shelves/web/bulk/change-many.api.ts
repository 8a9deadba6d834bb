import { notifyManager, type QueryClient } from '@tanstack/react-query'
import type { Status } from '#features/library/library.rules.ts'
import { LIBRARY_FAILURES } from '#features/library/library.texts.ts'
import { libraryKeys, markReadsStale, refreshMarks } from '#features/library/web/library.api.ts'
import { libraryWritten } from '#features/library/web/library.slots.ts'
import { applyToCaches, LibraryError, writeQueueOf } from '#features/library/web/library-changes.api.ts'
import { ownShelvesKey } from '#features/library/web/own-shelves-key.api.ts'
import { profileKeys } from '#features/profiles/web/profile-keys.api.ts'
import type { GameId, OwnShelfId } from '#shared/ids.ts'
import { type BodyOf, call } from '#web/call.ts'
import { publish } from '#web/slots.tsx'
import {
  addMany,
  changeManyStatuses,
  changePlaythroughs,
  changeShelf,
  rateMany,
  removeMany,
  undoAddMany,
  undoMany,
} from '../../bulk.endpoints.ts'
import type { QUEUE } from '../../own-shelves.rules.ts'
import { OWN_SHELF_TEXTS } from '../../own-shelves.texts.ts'

/** How many games a bulk change has changed, and its undo function, null when nothing had to change. */
export interface ManyChanged {
  changed: number
  undo: (() => Promise<void>) | null
}

/** Sets one status on many games. Throws LibraryError. */
export const setStatuses = (client: QueryClient, ids: readonly GameId[], status: Status): Promise<ManyChanged> =>
  changeMarks(client, ids, { status }, LIBRARY_FAILURES.status, () =>
    call(changeManyStatuses, { body: { game_ids: [...ids], status } }, { client }),
  )

/** Sets one rating on many games, or removes it (null). Throws LibraryError. */
export const setRatings = (
  client: QueryClient,
  ids: readonly GameId[],
  user_rating: number | null,
): Promise<ManyChanged> =>
  changeMarks(client, ids, { user_rating }, LIBRARY_FAILURES.rating, () =>
    call(rateMany, { body: { game_ids: [...ids], user_rating } }, { client }),
  )

/** Sends a bulk change that posters show, with an optimistic update; its undo reads the marks again. */
async function changeMarks(
  client: QueryClient,
  ids: readonly GameId[],
  patch: Patch,
  failure: string,
  send: () => Promise<{ changed: number; undo_id: string | null }>,
): Promise<ManyChanged> {
  const { changed, undo_id } = await writeMany(client, ids, patch, failure, send)
  const undo = async () => {
    await writeMany(client, ids, undefined, failure, () =>
      call(undoMany, { body: { undo_id: undo_id ?? '' } }, { client }),
    )
    await refreshMarks(client, ids)
  }
  return { changed, undo: undo_id === null ? null : undo }
}

/** Sets platform and dates of the current playthrough of many games. Throws LibraryError. */
export async function setPlaythroughs(
  client: QueryClient,
  ids: readonly GameId[],
  change: Omit<BodyOf<typeof changePlaythroughs>, 'game_ids'>,
): Promise<ManyChanged> {
  const write = <T>(send: () => Promise<T>) => writeMany(client, ids, undefined, LIBRARY_FAILURES.progress, send)
  const { changed, undo_id } = await write(() =>
    call(changePlaythroughs, { body: { game_ids: [...ids], ...change } }, { client }),
  )
  if (undo_id === null) return { changed, undo: null }
  return { changed, undo: async () => void (await write(() => call(undoMany, { body: { undo_id } }, { client }))) }
}

/**
 * Adds many games as want to play, without those that the library has. Returns an undo function, null when none was
 * added; undoing returns how many games it removed. Throws LibraryError.
 */
export async function addAll(
  client: QueryClient,
  ids: readonly GameId[],
): Promise<{ added: number; undo: (() => Promise<number>) | null }> {
  const { added, undo_id } = await writeMany(client, ids, undefined, LIBRARY_FAILURES.add, () =>
    call(addMany, { body: { game_ids: [...ids] } }, { client }),
  )
  // The games are added even if their marks cannot be read now.
  await refreshMarks(client, ids).catch(() => {})
  const undo = async () => {
    const { removed } = await writeMany(client, ids, undefined, LIBRARY_FAILURES.remove, () =>
      call(undoAddMany, { body: { undo_id: undo_id ?? '' } }, { client }),
    )
    await refreshMarks(client, ids).catch(() => {})
    return removed
  }
  return { added, undo: undo_id === null ? null : undo }
}

/**
 * Puts many games on a shelf of the viewer, or takes them from it. Returns an undo function, null when nothing had to
 * change. Throws LibraryError.
 */
export async function putOnShelf(
  client: QueryClient,
  ids: readonly GameId[],
  shelfId: OwnShelfId | typeof QUEUE,
  isOn: boolean,
): Promise<ManyChanged> {
  const write = <T>(send: () => Promise<T>) => writeMany(client, ids, undefined, OWN_SHELF_TEXTS.notChanged, send)
  const { changed, undo_id } = await write(() =>
    call(changeShelf, { body: { game_ids: [...ids], shelf_id: shelfId, is_on: isOn } }, { client }),
  )
  if (undo_id === null) return { changed, undo: null }
  return { changed, undo: async () => void (await write(() => call(undoMany, { body: { undo_id } }, { client }))) }
}

/** Removes many games. Throws LibraryError. */
export async function removeAll(client: QueryClient, ids: readonly GameId[]): Promise<void> {
  await writeMany(client, ids, null, LIBRARY_FAILURES.remove, () =>
    call(removeMany, { body: { game_ids: [...ids] } }, { client }),
  )
}

/** What a bulk change sets on each entry. */
type Patch = { status: Status } | { user_rating: number | null }

/**
 * Like the write of one entry: it updates the caches optimistically (not where `patch` is undefined), sends the write after
 * the pending ones of these games, and restores the caches when it fails.
 */
async function writeMany<T>(
  client: QueryClient,
  ids: readonly GameId[],
  patch: Patch | null | undefined,
  failure: string,
  send: () => Promise<T>,
): Promise<T> {
  const pending = writeQueueOf(client)
  for (const id of ids) markReadsStale(client, id)
  const before = Promise.allSettled(ids.map((id) => pending.get(id)?.sent))
  const sent = before.then(send)
  for (const id of ids) pending.set(id, { sent, server: {} })
  await Promise.all(
    [libraryKeys.entries, libraryKeys.lists, libraryKeys.stats].map((queryKey) => client.cancelQueries({ queryKey })),
  )
  const undo = patch === undefined ? [] : notifyManager.batch(() => ids.map((id) => applyToCaches(client, id, patch)))
  try {
    const answer = await sent
    publish(libraryWritten, client, { isProgress: false })
    return answer
  } catch (cause) {
    notifyManager.batch(() => {
      for (const back of undo.toReversed()) back()
    })
    throw new LibraryError(failure, { cause })
  } finally {
    for (const id of ids) {
      markReadsStale(client, id)
      if (pending.get(id)?.sent === sent) pending.delete(id)
    }
    const { entries, lists, stats, shared, progress, playLog } = libraryKeys
    for (const queryKey of [entries, lists, stats, shared, progress, playLog, profileKeys.all, ownShelvesKey])
      void client.invalidateQueries({ queryKey })
  }
}
