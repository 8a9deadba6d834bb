import type * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { ensureGame, type WithCatalogue } from '#features/catalogue/server/catalogue.service.ts'
import { announce } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Events, PayloadOf } from '#server/events.ts'
import type { Viewer } from '#server/routes.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { ENTRY_MISSING } from '../entry-values.texts.ts'
import type { addToLibrary as addToLibraryEndpoint, changeEntry as changeEntryEndpoint } from '../library.contract.ts'
import { ENTRY_CHANGED, type Status, stoppedBefore } from '../library.rules.ts'
import { LIBRARY_REFUSALS } from '../library.texts.ts'
import { sendUpdate } from './entry-updates/entry-updates.queries.ts'
import { deleteHistories } from './history/history.queries.ts'
import { libraryChanged } from './library.events.ts'
import {
  deleteEntry,
  type EntryKey,
  type EntryRow,
  findEntry,
  findOwnParts,
  insertEntry,
  lockExistingEntry,
  setStoppedPlaying,
} from './library.queries.ts'
import { entryView } from './library.view.ts'

export { listSmartFor } from './for-me/games-for-me.service.ts'
export type { EntryRow } from './library.queries.ts'
export { entryView, historyView } from './library.view.ts'
export { communityOf, starsInBlockWith } from './shelf/community.queries.ts'
export { filterEntries } from './shelf/filtered-entries.queries.ts'
export { type Bounds, boundsOf, inSql, playsOf, waitsOf } from './shelf/plays.queries.ts'
export { platformsPlayed, SOME_HOURS } from './shelf/shelf-filters.queries.ts'

export interface LibraryDeps extends WithCatalogue {
  clock: Clock
  events: Events
}

export const keyOf = (viewer: Viewer, gameId: GameId): EntryKey => ({ userId: viewer.id, gameId })

export const refuseMissing = () => refuse('not_found', 'entry_not_found', ENTRY_MISSING)

export async function requireEntry(db: Db, viewer: Viewer, gameId: GameId): Promise<EntryRow> {
  return (await findEntry(db, keyOf(viewer, gameId))) ?? refuseMissing()
}

/** Finishes every write: announces the library and `tags`, and publishes `libraryChanged`, which has the rule for stars. */
export async function publishLibraryChange(
  { db, events }: LibraryDeps,
  userId: UserId,
  {
    tags = [],
    rated = [],
    unrated = [],
    isUndo = false,
    isPlay = true,
    isImport = false,
  }: Partial<PayloadOf<typeof libraryChanged>> & { tags?: readonly Tag[] } = {},
): Promise<void> {
  await announce(db, [tag.shelf(userId), ...tags])
  await events.publish(db, libraryChanged, { userId, rated, unrated, isUndo, isPlay, isImport })
}

type NewGame = z.output<typeof addToLibraryEndpoint.body>

/**
 * Adds a game to the library (R-LIB-02). Refuses with 404 'Game not found', and with 409 and code 23505 when the game
 * is in the library already. The 409 carries the existing entry, which stays unchanged (C21).
 */
export async function addGame(deps: LibraryDeps, viewer: Viewer, draft: NewGame): Promise<EntryRow> {
  const { db, clock } = deps
  await ensureGame(deps, draft.game_id, clock(), viewer.id)
  const entry = {
    ...keyOf(viewer, draft.game_id),
    status: draft.status,
    userRating: draft.user_rating ?? null,
    isLiked: draft.is_liked ?? false,
  }
  const added = await inTransaction(deps, async (inside) => {
    const inserted = await insertEntry(inside.db, { ...entry, at: clock() })
    if (inserted) await publishLibraryChange(inside, viewer.id, starsChangedBy(draft, draft.game_id))
    return inserted
  })
  if (added) return added
  const existing = await findEntry(db, entry)
  // The entry was removed between the insert and the lookup, so the add can be repeated.
  if (!existing) return addGame(deps, viewer, draft)
  return refuse('conflict', '23505', LIBRARY_REFUSALS.duplicate, {
    body: { entry: entryView(existing) },
  })
}

type Changes = z.output<typeof changeEntryEndpoint.body>

/** `correct` restores the previous status and stars, as if those in between had never been set. */
export async function changeOwnEntry(
  deps: LibraryDeps,
  viewer: Viewer,
  gameId: GameId,
  changes: Changes & { correct?: boolean | undefined; seen?: string | undefined },
): Promise<EntryRow> {
  const key = keyOf(viewer, gameId)
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    if (changes.seen !== undefined) await requireSeen(db, key, new Date(changes.seen))
    const mark = changes.correct && changes.status !== undefined ? await lockExistingEntry(db, key) : undefined
    const updated = await sendUpdate(db, key, { ...sentFields(changes), updated_at: clock() })
    if (mark) await setStoppedPlaying(db, key, stoppedBefore(mark, changes.status ?? (mark.status as Status)))
    const isPlay = changes.status !== undefined
    await publishLibraryChange(inside, viewer.id, { ...starsChangedBy(changes, gameId), isPlay })
    // Read last, so that the update is sent with what follows from it. A refusal stores nothing of either.
    const [entry] = await updated.rows()
    return entry ?? refuseMissing()
  })
}

/** Returns what a change of an entry says about stars, for the event. */
export const starsChangedBy = (
  { user_rating, correct = false }: { user_rating?: number | null | undefined; correct?: boolean | undefined },
  gameId: GameId,
) => ({
  rated: typeof user_rating === 'number' ? [gameId] : [],
  unrated: user_rating === null ? [gameId] : [],
  isUndo: correct,
})

export type OwnEntry = EntryRow

/** Locks the viewer's entry of a game until the transaction ends. Returns undefined if there is none. */
export const lockOwnEntry = (db: Db, viewer: Viewer, gameId: GameId): Promise<OwnEntry | undefined> =>
  lockExistingEntry(db, keyOf(viewer, gameId))

/** Rates a locked entry of the viewer from 1 to 10. */
export async function rateEntry(deps: LibraryDeps, viewer: Viewer, entry: EntryRow, rating: number): Promise<void> {
  if (entry.user_rating === rating) return
  const gameId = entry.game_id as GameId
  await sendUpdate(deps.db, keyOf(viewer, gameId), { user_rating: rating, updated_at: deps.clock() })
  await publishLibraryChange(deps, viewer.id, { rated: [gameId], isPlay: false })
}

/** Returns only the fields that the request has: undefined must not reach the database as null. */
export function sentFields({
  status,
  user_rating,
  is_liked,
  notes,
}: Pick<Changes, 'status' | 'user_rating' | 'is_liked' | 'notes'>) {
  return {
    ...(status !== undefined && { status }),
    ...(user_rating !== undefined && { user_rating }),
    ...(is_liked !== undefined && { is_liked }),
    ...(notes !== undefined && { notes: notes?.trim() || null }),
  }
}

/**
 * Removes the entry, both histories and its play log (G31). Refuses with 404 when the game is not in the library. An undo
 * says as `seen` when it has added or changed the entry: it is refused with 409 if the entry has changed since then, or
 * has got what another page adds to it, such as a copy.
 */
export async function removeGame(deps: LibraryDeps, viewer: Viewer, gameId: GameId, seen?: string): Promise<void> {
  const key = keyOf(viewer, gameId)
  const isUndo = seen !== undefined
  await inTransaction(deps, async (inside) => {
    const { db } = inside
    if (isUndo) await requireUnchanged(db, key, new Date(seen))
    if (!(await deleteEntry(db, key))) refuseMissing()
    await deleteHistories(db, key)
    await publishLibraryChange(inside, viewer.id, { tags: [tag.timer(viewer.id)], unrated: [gameId], isUndo })
  })
}

/** Locks an entry until the transaction ends. Refuses with 409 if it has changed since `seen`. */
async function requireUnchanged(db: Db, key: EntryKey, seen: Date): Promise<void> {
  await requireSeen(db, key, seen)
  if (await findOwnParts(db, key)) refuse('conflict', ENTRY_CHANGED, LIBRARY_REFUSALS.changedSince)
}

/** The same, whatever other pages have added to it. */
async function requireSeen(db: Db, key: EntryKey, seen: Date): Promise<void> {
  const entry = (await lockExistingEntry(db, key)) ?? refuseMissing()
  if (entry.updated_at.getTime() !== seen.getTime()) refuse('conflict', ENTRY_CHANGED, LIBRARY_REFUSALS.changedSince)
}
