import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { ensureGames, lockGames, refuseMissingGame } from '#features/catalogue/server/catalogue.service.ts'
import type { Status } from '#features/library/library.rules.ts'
import { LIBRARY_REFUSALS } from '#features/library/library.texts.ts'
import { type LibraryDeps, publishLibraryChange, refuseMissing } from '#features/library/server/library.service.ts'
import {
  type BulkKind,
  deleteBulkChange,
  deleteEntries,
  type EntryState,
  insertEntries,
  lockEntries,
  lockUntouchedEntries,
  type RatingSnapshot,
  restoreEntries,
  restoreRatings,
  setRatings,
  setStatuses,
  storeBulkChange,
} from '#features/library/server/writing/entry-writing.service.ts'
import { playthroughsChanged } from '#features/play-log/server/play-log.events.ts'
import { type PlaythroughSnapshot, restorePlaythroughs } from '#features/play-log/server/play-log.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { GameId, OwnShelfId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { QUEUE } from '../../own-shelves.rules.ts'
import {
  changeShelfGames,
  lockShelves,
  restoreShelfGames,
  type ShelfSnapshot,
} from '../own-shelves/own-shelves.service.ts'

/**
 * Adds games as want_to_play, without those that the library has. Refuses with 404 when no source knows one of them, and
 * then adds none. Publishes no activity, like every bulk change.
 */
export async function addMany(deps: LibraryDeps, viewer: Viewer, given: readonly GameId[]) {
  const gameIds = [...new Set(given)]
  if ((await ensureGames(deps, gameIds, deps.clock(), viewer.id)).length > 0) refuseMissingGame()
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const at = clock()
    if ((await lockGames(db, gameIds)).length > 0) refuseMissingGame()
    const status = 'want_to_play'
    const added = await insertEntries(db, viewer.id, gameIds, { status, at })
    if (added.length === 0) return { added: 0, undo_id: null }
    const before = added.map((game_id) => ({ game_id }))
    const undo_id = await storeBulkChange(db, viewer.id, { kind: 'addition', status, before, at })
    await publishLibraryChange(inside, viewer.id)
    return { added: added.length, undo_id }
  })
}

/** Undoes a bulk addition, once: removes the entries that nothing has changed since. Refuses like `undoMany`. */
export function undoAddMany(deps: LibraryDeps, viewer: Viewer, undoId: string) {
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    const { before, status, changed_at } = await requireChange(db, viewer, ['addition'], undoId)
    const added = (before as unknown as { game_id: GameId }[]).map(({ game_id }) => game_id)
    const untouched = await lockUntouchedEntries(db, viewer.id, added, {
      status: status as Status,
      at: changed_at,
    })
    if (untouched.length > 0) await deleteEntries(db, viewer.id, untouched)
    await publishLibraryChange(inside, viewer.id)
    return { removed: untouched.length }
  })
}

/** Takes a stored change. Refuses with 404 when the id is not one of the viewer's latest changes of these kinds. */
async function requireChange(db: Db, viewer: Viewer, kinds: readonly BulkKind[], undoId: string) {
  const change = await deleteBulkChange(db, viewer.id, kinds, undoId)
  return change ?? refuse('not_found', 'change_not_found', LIBRARY_REFUSALS.undoOver)
}

/**
 * Sets one status on many entries. Refuses with 404 when one of the games is not in the library, and then changes
 * nothing. Entries that have the status already stay unchanged. Publishes no activity, because dozens of them would be
 * noise (decision 0036).
 */
export function changeMany(deps: LibraryDeps, viewer: Viewer, gameIds: readonly GameId[], status: Status) {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const at = clock()
    const entries = await requireAll(db, viewer, gameIds)
    const before = entries.filter((entry) => entry.status !== status)
    if (before.length === 0) return { changed: 0, undo_id: null }
    const changed = before.map(({ game_id }) => game_id)
    await setStatuses(db, viewer.id, changed, { status, at })
    const undo_id = await storeBulkChange(db, viewer.id, { kind: 'status', status, before, at })
    await publishLibraryChange(inside, viewer.id)
    return { changed: changed.length, undo_id }
  })
}

/**
 * Puts many games on a shelf that the viewer has made or in the queue, or takes them from it. Refuses like `changeMany`, and when the
 * shelf is not the viewer's. The entries stay as they are, and so does the order of the library.
 */
export function changeShelf(
  deps: LibraryDeps,
  viewer: Viewer,
  wanted: { game_ids: readonly GameId[]; shelf_id: OwnShelfId | typeof QUEUE; is_on: boolean },
) {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const at = clock()
    await lockShelves(db, viewer)
    const known = new Map((await requireAll(db, viewer, wanted.game_ids)).map((entry) => [entry.game_id, entry]))
    // In the order of the request, which the queue keeps.
    const entries = [...new Set(wanted.game_ids)].flatMap((id) => known.get(id) ?? [])
    const change = { shelfId: wanted.shelf_id, entries, isOn: wanted.is_on, at }
    const before = await changeShelfGames(inside, viewer, change)
    if (before.length === 0) return { changed: 0, undo_id: null }
    const undo_id = await storeBulkChange(db, viewer.id, { kind: 'shelf', before, at })
    await announce(db, [tag.shelf(viewer.id)])
    return { changed: before.length, undo_id }
  })
}

/**
 * Undoes a bulk change of the status, a shelf, the rating or playthroughs. A change can be undone once. Each entry gets
 * what it had back, and its earlier place in the list. An entry that has changed since then, also by a later bulk change,
 * stays as it is. Refuses with 404 when the id is not one of the viewer's latest changes.
 */
export function undoMany(deps: LibraryDeps, viewer: Viewer, undoId: string): Promise<{ restored: number }> {
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    const change = await requireChange(db, viewer, ['status', 'shelf', 'rating', 'playthroughs'], undoId)
    const before = change.before as unknown as { game_id: string }[]
    await lockEntries(
      db,
      viewer.id,
      before.map(({ game_id }) => game_id as GameId),
    )
    const { restored, ...stars } = await restore(db, viewer, change)
    if (change.kind === 'playthroughs')
      await inside.events.publish(db, playthroughsChanged, {
        userId: viewer.id,
        gameIds: before.map(({ game_id }) => game_id as GameId),
      })
    // The stars of a review follow those of the library, here as well (C22).
    await publishLibraryChange(inside, viewer.id, { ...stars, isUndo: true })
    return { restored }
  })
}

type Change = Awaited<ReturnType<typeof requireChange>>

/** Restores what a bulk change has replaced. Returns in how many games, and those that have another rating, or none, now. */
async function restore(
  db: Db,
  viewer: Viewer,
  { kind, status, before, changed_at: at }: Change,
): Promise<{ restored: number; rated: GameId[]; unrated: GameId[] }> {
  const rows = before as unknown
  if (kind === 'rating') {
    const snapshots = rows as RatingSnapshot[]
    const back = await restoreRatings(db, viewer.id, snapshots, at)
    const hadNone = new Set(snapshots.flatMap((one) => (one.user_rating === null ? [one.game_id] : [])))
    return {
      restored: back.length,
      rated: back.filter((id) => !hadNone.has(id)),
      unrated: back.filter((id) => hadNone.has(id)),
    }
  }
  const restoring =
    kind === 'shelf'
      ? restoreShelfGames(db, viewer, rows as ShelfSnapshot[], at)
      : kind === 'playthroughs'
        ? restorePlaythroughs(db, viewer, rows as PlaythroughSnapshot[], at)
        : restoreEntries(db, viewer.id, rows as EntryState[], { status: status as Status, at })
  return { restored: await restoring, rated: [], unrated: [] }
}

/** Sets one rating on many entries, or removes it. Refuses like `changeMany`; entries that have it already stay unchanged. */
export function rateMany(deps: LibraryDeps, viewer: Viewer, gameIds: readonly GameId[], rating: number | null) {
  return inTransaction(deps, async (inside) => {
    const { db, clock } = inside
    const at = clock()
    const rated = (await requireAll(db, viewer, gameIds)).filter((entry) => entry.user_rating !== rating)
    if (rated.length === 0) return { changed: 0, undo_id: null }
    const changed = rated.map(({ game_id }) => game_id as GameId)
    await setRatings(db, viewer.id, changed, { rating, at })
    const before = rated.map(({ game_id, updated_at, user_rating }) => ({
      game_id,
      updated_at,
      user_rating,
      given: rating,
    }))
    const undo_id = await storeBulkChange(db, viewer.id, { kind: 'rating', before, at })
    await publishLibraryChange(inside, viewer.id, rating === null ? { unrated: changed } : { rated: changed })
    return { changed: changed.length, undo_id }
  })
}

/**
 * Removes many entries with their histories (G31). Refuses with 404 when one is not in the library, and then removes
 * nothing.
 */
export function removeMany(deps: LibraryDeps, viewer: Viewer, gameIds: readonly GameId[]) {
  return inTransaction(deps, async (inside) => {
    const { db } = inside
    const entries = await requireAll(db, viewer, gameIds)
    await deleteEntries(db, viewer.id, gameIds)
    await publishLibraryChange(inside, viewer.id, { tags: [tag.timer(viewer.id)], unrated: gameIds })
    return { removed: entries.length }
  })
}

export async function requireAll(db: Db, viewer: Viewer, gameIds: readonly GameId[]) {
  const entries = await lockEntries(db, viewer.id, gameIds)
  return entries.length === new Set(gameIds).size ? entries : refuseMissing()
}
