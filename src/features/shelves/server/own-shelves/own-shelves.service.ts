import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import type { LibraryDeps } from '#features/library/server/library.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { GameId, OwnShelfId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { OwnShelf } from '../../own-shelves.contract.ts'
import { OWN_SHELVES_MAX, QUEUE, QUEUE_MAX, SHELVES_OF_GAME_MAX } from '../../own-shelves.rules.ts'
import { OWN_SHELF_TEXTS } from '../../own-shelves.texts.ts'
import * as queries from './own-shelves.queries.ts'

export { lockMember } from './own-shelves.queries.ts'

const refuseMissing = () => refuse('not_found', 'shelf_not_found', OWN_SHELF_TEXTS.missing)

export const listShelves = ({ db }: Pick<LibraryDeps, 'db'>, viewer: Viewer, gameId: GameId | undefined) =>
  queries.listShelves(db, viewer.id, { gameId: gameId ?? null })

/** Returns a shelf of the viewer. Refuses that of another member with 404. */
async function requireShelf(db: Db, viewer: Viewer, shelfId: OwnShelfId): Promise<OwnShelf> {
  const [shelf] = await queries.listShelves(db, viewer.id, { shelfId })
  return shelf ?? refuseMissing()
}

/** Runs a write of the viewer's shelves after the others, and announces that what shows the library has changed. */
function write<T>(deps: LibraryDeps, viewer: Viewer, work: (inside: LibraryDeps) => Promise<T>): Promise<T> {
  return inTransaction(deps, async (inside) => {
    await queries.lockMember(inside.db, viewer.id)
    const done = await work(inside)
    await announce(inside.db, [tag.shelf(viewer.id)])
    return done
  })
}

/** Makes a shelf, as the last one. Refuses with 409 a name that is taken, and a shelf beyond the limit. */
export function createShelf(deps: LibraryDeps, viewer: Viewer, fields: queries.ShelfFields): Promise<OwnShelf> {
  return write(deps, viewer, async ({ db, clock }) => {
    const { count, isNameTaken, lastPosition } = await queries.shelvesBeside(db, viewer.id, fields)
    if (isNameTaken) refuse('conflict', 'shelf_exists', OWN_SHELF_TEXTS.isThere)
    if (count >= OWN_SHELVES_MAX) refuse('conflict', 'too_many_shelves', OWN_SHELF_TEXTS.tooMany)
    const id = await queries.insertShelf(db, viewer.id, { ...fields, position: lastPosition + 1 }, clock())
    return requireShelf(db, viewer, id)
  })
}

/** Changes the given fields. Refuses with 409 a name that another shelf of the viewer has. */
export function editShelf(
  deps: LibraryDeps,
  viewer: Viewer,
  shelfId: OwnShelfId,
  fields: Partial<queries.ShelfFields>,
): Promise<OwnShelf> {
  return write(deps, viewer, async ({ db }) => {
    await requireShelf(db, viewer, shelfId)
    const { name } = fields
    if (name !== undefined && (await queries.shelvesBeside(db, viewer.id, { name, except: shelfId })).isNameTaken)
      refuse('conflict', 'shelf_exists', OWN_SHELF_TEXTS.isThere)
    await queries.updateShelf(db, viewer.id, shelfId, fields)
    return requireShelf(db, viewer, shelfId)
  })
}

/** Sets the order. Refuses with 404 when one is no shelf of the viewer, and then changes nothing. */
export function orderShelves(deps: LibraryDeps, viewer: Viewer, ids: readonly OwnShelfId[]): Promise<void> {
  return write(deps, viewer, async ({ db }) => {
    const wanted = [...new Set(ids)]
    if ((await queries.updateOrder(db, viewer.id, wanted)) < wanted.length) refuseMissing()
  })
}

/** Deletes a shelf. Its games stay in the library. */
export function deleteShelf(deps: LibraryDeps, viewer: Viewer, shelfId: OwnShelfId): Promise<void> {
  return write(deps, viewer, async ({ db }) => {
    if (!(await queries.deleteShelf(db, viewer.id, shelfId))) refuseMissing()
  })
}

export interface ShelfChange {
  shelfId: OwnShelfId | typeof QUEUE
  /** The entries. The transaction has locked the member, and then these. */
  entries: readonly { game_id: string; status: string }[]
  isOn: boolean
  at: Date
}

/**
 * Puts games of the library on a shelf or in the queue, or takes them from it. Returns what has changed, for the undo.
 * Refuses with 404 a shelf of another member, and with 409 a game that would be on too many shelves, a full queue, and a
 * game in the queue that the member does not want to play.
 */
export async function changeShelfGames(
  { db }: LibraryDeps,
  viewer: Viewer,
  { shelfId, entries, isOn, at }: ShelfChange,
): Promise<queries.ShelfSnapshot[]> {
  const shelf = await requireShelf(
    db,
    viewer,
    shelfId === QUEUE ? await queries.ensureQueue(db, viewer.id, at) : shelfId,
  )
  const gameIds = entries.map(({ game_id }) => game_id as GameId)
  if (!isOn) return queries.deleteShelfGames(db, shelf.id, gameIds)
  if (shelf.is_queue && entries.some(({ status }) => status !== 'want_to_play'))
    refuse('conflict', 'not_wanted', OWN_SHELF_TEXTS.notWanted)
  const added = await queries.insertShelfGames(db, { userId: viewer.id, shelfId: shelf.id, gameIds, at })
  if ((await queries.mostShelvesOfGame(db, viewer.id, gameIds)) > SHELVES_OF_GAME_MAX)
    refuse('conflict', 'too_many_shelves', OWN_SHELF_TEXTS.tooManyOfGame)
  if (shelf.is_queue && (await queries.countQueue(db, viewer.id)) > QUEUE_MAX)
    refuse('conflict', 'queue_full', OWN_SHELF_TEXTS.queueFull)
  return added
}

export type { ShelfSnapshot } from './own-shelves.queries.ts'

/** Undoes the bulk change of a shelf that was made at `at`. The caller must have locked the entries. */
export const restoreShelfGames = (db: Db, viewer: Viewer, before: readonly queries.ShelfSnapshot[], at: Date) =>
  queries.restoreShelfGames(db, viewer.id, before, at)

/** Lists the first games of the viewer's queue as cards, with the number of all. */
export async function listQueue(
  deps: LibraryDeps,
  viewer: Viewer,
  limit: number,
): Promise<{ games: GameCard[]; total: number }> {
  const rows = await queries.listQueue(deps.db, viewer.id, limit)
  const ids = rows.map(({ game_id }) => game_id)
  const cards = await loadGameCards(deps, ids, deps.clock(), viewer.id)
  return { games: ids.flatMap((id) => cards.get(id) ?? []), total: rows[0]?.total ?? 0 }
}

/** Moves a game of the viewer's queue behind another one, or to the top (null). Refuses with 404 what is not in it. */
export function moveInQueue(
  deps: LibraryDeps,
  viewer: Viewer,
  { game_id: gameId, after }: { game_id: GameId; after: GameId | null },
): Promise<void> {
  return write(deps, viewer, async ({ db }) => {
    const ids = (await queries.listQueue(db, viewer.id, QUEUE_MAX)).map(({ game_id }) => game_id)
    if (!ids.includes(gameId) || (after !== null && !ids.includes(after)))
      refuse('not_found', 'not_queued', OWN_SHELF_TEXTS.notQueued)
    if (after === gameId) return
    const rest = ids.filter((id) => id !== gameId)
    await queries.updateQueueOrder(
      db,
      viewer.id,
      rest.toSpliced(after === null ? 0 : rest.indexOf(after) + 1, 0, gameId),
    )
  })
}

export const lockShelves = (db: Db, viewer: Viewer) => queries.lockMember(db, viewer.id)
