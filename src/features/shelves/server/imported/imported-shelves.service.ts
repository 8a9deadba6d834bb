import type { Db } from '#db/db.ts'
import type { LibraryDeps } from '#features/library/server/library.service.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import { type ShelfFacts, type ShelfName, shelvesFor } from '../../imported-shelves.rules.ts'
import { lockMember } from '../own-shelves/own-shelves.queries.ts'
import { deleteMadeShelves, listShelfNames, type MadeShelf, makeShelves } from './imported-shelves.queries.ts'

export type { MadeShelf } from './imported-shelves.queries.ts'
export {
  deleteEmptyShelves,
  listShelfNames,
  listShelvesOf,
  putOnShelves,
  type ShelfMembership,
  takeFromShelves,
} from './imported-shelves.queries.ts'

/** A shelf of an export of ours, without its games. */
export type GivenShelf = ShelfFacts

/** Why an import leaves a shelf alone: the member has it, or too many. */
export type ShelfLeft = 'same' | 'too-many'

/**
 * Returns for each shelf of a file why an import would leave it alone, or null if it would make it. Give it all shelves of
 * the file at once.
 */
export async function planImportedShelves(
  db: Db,
  userId: UserId,
  given: readonly GivenShelf[],
): Promise<(ShelfLeft | null)[]> {
  const existing: ShelfName[] = given.length === 0 ? [] : await listShelfNames(db, userId)
  return given.map((shelf) => {
    const before = existing.length
    const { overLimit } = shelvesFor([{ ...shelf, added_at: null, position: null }], [], existing)
    return overLimit > 0 ? 'too-many' : existing.length > before ? null : 'same'
  })
}

/** Creates shelves in the transaction of the caller. Returns the created shelf for each; null for one that exists. */
export async function applyImportedShelves(
  { db, clock }: LibraryDeps,
  userId: UserId,
  given: readonly GivenShelf[],
): Promise<(MadeShelf | null)[]> {
  await lockMember(db, userId)
  const made = await makeShelves(db, userId, given, clock())
  if (made.length > 0) await announce(db, [tag.shelf(userId)])
  const byName = new Map(made.map((shelf) => [shelf.name, shelf]))
  return given.map(({ name }) => byName.get(name) ?? null)
}

/** Deletes those of these shelves that are empty and that the member has not changed since, and returns their ids. */
export async function undoImportedShelves(
  { db }: LibraryDeps,
  userId: UserId,
  shelves: readonly MadeShelf[],
): Promise<Set<string>> {
  await lockMember(db, userId)
  const gone = await deleteMadeShelves(db, userId, shelves)
  if (gone.length > 0) await announce(db, [tag.shelf(userId)])
  return new Set(gone)
}
