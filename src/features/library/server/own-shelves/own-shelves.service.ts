import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import type { GameId, OwnShelfId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { OwnShelf } from '../../own-shelves.contract.ts'
import { OWN_SHELVES_MOST, SHELVES_OF_GAME_MOST } from '../../own-shelves.rules.ts'
import { OWN_SHELF_TEXTS } from '../../own-shelves.texts.ts'
import type { LibraryDeps } from '../library.service.ts'
import * as queries from './own-shelves.queries.ts'

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
    if (count >= OWN_SHELVES_MOST) refuse('conflict', 'too_many_shelves', OWN_SHELF_TEXTS.tooMany)
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

/**
 * Puts games of the library on a shelf or takes them from it, inside a transaction that has locked their entries.
 * Returns what has changed, for the undo. Refuses with 404 a shelf of another member, and with 409 a game that would be
 * on too many shelves.
 */
export async function changeShelfGames(
  { db }: LibraryDeps,
  viewer: Viewer,
  change: { shelfId: OwnShelfId; gameIds: readonly GameId[]; isOn: boolean; at: Date },
): Promise<queries.ShelfSnapshot[]> {
  const { shelfId, gameIds, isOn, at } = change
  await requireShelf(db, viewer, shelfId)
  if (!isOn) return queries.deleteShelfGames(db, shelfId, gameIds)
  const added = await queries.insertShelfGames(db, { userId: viewer.id, shelfId, gameIds, at })
  if ((await queries.mostShelvesOfGame(db, viewer.id, gameIds)) > SHELVES_OF_GAME_MOST)
    refuse('conflict', 'too_many_shelves', OWN_SHELF_TEXTS.tooManyOfGame)
  return added
}

export type { ShelfSnapshot } from './own-shelves.queries.ts'

/** Restores what was on the shelves before the change at `at`. The caller has locked the entries. */
export const restoreShelfGames = (db: Db, viewer: Viewer, before: readonly queries.ShelfSnapshot[], at: Date) =>
  queries.restoreShelfGames(db, viewer.id, before, at)
