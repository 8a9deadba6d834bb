import type { Db } from '#db/db.ts'
import { announce } from '#server/changes.ts'
import { tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import type { ImportedEntry } from '../../imported-entry.rules.ts'
import * as queries from './imported-journal.queries.ts'

interface WithDb {
  db: Db
}

/** The day, title and instants of the entry of a review or list that the same import has written. */
export type GivenDate = queries.GivenDate
/** An entry that an import has written, as its undo compares it. */
export type EntryChange = queries.WrittenEntry

/**
 * Returns for each entry of a file whether the member has it: of the same kind, day and instant. Give it entries of kinds
 * that stand for themselves; those of reviews and lists come with these.
 */
export async function planImportedEntries(
  db: Db,
  userId: UserId,
  given: readonly Pick<ImportedEntry, 'type' | 'date' | 'created_at'>[],
): Promise<boolean[]> {
  if (given.length === 0) return []
  const known = await queries.listKnown(db, userId, given)
  return given.map((entry) => known.has(queries.keyOf(entry)))
}

/**
 * Writes entries in the transaction of the caller; the caller has locked their games. It logs no progress, because the
 * library's part of the import does, and publishes no activity. Returns what it has written for each entry; null for an
 * entry that the member already has.
 */
export async function applyImportedEntries(
  deps: WithDb,
  userId: UserId,
  given: readonly ImportedEntry[],
): Promise<(EntryChange | null)[]> {
  const known = await planImportedEntries(deps.db, userId, given)
  const fresh = given.filter((_, at) => !known[at])
  const written = await queries.insertEntries(deps.db, userId, fresh)
  const made = new Map(fresh.map((entry, at) => [entry, written[at] ?? null]))
  if (written.length > 0) await announce(deps.db, [tag.journal(userId)])
  return given.map((entry) => made.get(entry) ?? null)
}

/** Gives the entries of imported reviews and lists the days and titles of their file. */
export async function dateImportedEntries(deps: WithDb, userId: UserId, dates: readonly GivenDate[]): Promise<void> {
  await queries.dateEntries(deps.db, userId, dates)
  if (dates.length > 0) await announce(deps.db, [tag.journal(userId)])
}

/** Deletes those of these entries that the member has not changed since, and returns their ids. */
export async function undoImportedEntries(
  deps: WithDb,
  userId: UserId,
  changes: readonly EntryChange[],
): Promise<Set<string>> {
  const gone = await queries.deleteUnchanged(deps.db, userId, changes)
  if (gone.length > 0) await announce(deps.db, [tag.journal(userId)])
  return new Set(gone)
}
