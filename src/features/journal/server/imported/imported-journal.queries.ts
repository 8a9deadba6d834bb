import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { ImportedDate, ImportedEntry } from '../../imported-entry.rules.ts'

export const keyOf = ({ type, date, created_at }: Pick<ImportedEntry, 'type' | 'date' | 'created_at'>): string =>
  `${type} ${date} ${new Date(created_at).toISOString()}`

/** Returns the keys of the member's entries of these days. */
export async function listKnown(
  db: Db,
  userId: UserId,
  entries: readonly { date: string }[],
): Promise<ReadonlySet<string>> {
  const days = [...new Set(entries.map(({ date }) => date))]
  const { rows } = await sql<{ type: ImportedEntry['type']; date: string; created_at: Date }>`
    select type, to_char(date, 'YYYY-MM-DD') as date, created_at from journal_entries
    where user_id = ${userId} and date = any(${days}::date[])`.execute(db)
  return new Set(rows.map(({ created_at, ...row }) => keyOf({ ...row, created_at: created_at.toISOString() })))
}

export interface WrittenEntry {
  id: string
  updated_at: string
}

/** Inserts entries, and returns them in the same order. */
export async function insertEntries(
  db: Db,
  userId: UserId,
  entries: readonly ImportedEntry[],
): Promise<WrittenEntry[]> {
  if (entries.length === 0) return []
  const rows = await db
    .insertInto('journal_entries')
    .values(entries.map((entry) => ({ ...entry, user_id: userId })))
    .returning(['id', sql<string>`updated_at::text`.as('updated_at')])
    .execute()
  return rows
}

export interface GivenDate extends ImportedDate {
  /** The id of a review or of a list of the member. */
  subject_id: string
}

export async function dateEntries(db: Db, userId: UserId, dates: readonly GivenDate[]): Promise<void> {
  if (dates.length === 0) return
  for (const column of ['review_id', 'list_id'])
    await sql`
      update journal_entries entry
      set date = given.date, title = given.title, created_at = given.created_at, updated_at = given.updated_at
      from jsonb_to_recordset(${JSON.stringify(dates)}::jsonb)
        as given (subject_id uuid, date date, title text, created_at timestamptz, updated_at timestamptz)
      where entry.user_id = ${userId} and entry.${sql.ref(column)} = given.subject_id`.execute(db)
}

/** Deletes those of these entries that nobody has changed since, and returns their ids. */
export async function deleteUnchanged(db: Db, userId: UserId, entries: readonly WrittenEntry[]): Promise<string[]> {
  if (entries.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    delete from journal_entries entry
    using jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as given (id uuid, updated_at timestamptz)
    where entry.user_id = ${userId} and entry.id = given.id and entry.updated_at = given.updated_at
    returning entry.id`.execute(db)
  return rows.map(({ id }) => id)
}
