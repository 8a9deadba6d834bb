import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** The outcome of a file's records; each is counted once. */
export interface Counts {
  read: number
  /** Games that were created. */
  new: number
  /** Existing games that have more facts now. */
  enriched: number
  unchanged: number
  /** Further entries of a game that this file already had: regions, revisions, discs, other systems. */
  merged: number
  /** Rows that gave no game, for a reason that the file of rejects says. */
  rejected: number
  /** Rejected rows that hold something else than a game, such as firmware. */
  notGames: number
}

export const NOTHING_COUNTED: Counts = {
  read: 0,
  new: 0,
  enriched: 0,
  unchanged: 0,
  merged: 0,
  rejected: 0,
  notGames: 0,
}

export interface Checkpoint {
  counts: Counts
  rejectsBytes: number
}

/** Returns where an import of this content stopped; null when there was none, or when it finished. */
export async function findCheckpoint(db: Db, fileHash: string): Promise<Checkpoint | null> {
  const row = await db
    .selectFrom('catalogue_imports')
    .select(['counts', 'rejects_bytes'])
    .where('file_hash', '=', fileHash)
    .where('finished_at', 'is', null)
    .where('records', '>', 0)
    .executeTakeFirst()
  return row
    ? { counts: { ...NOTHING_COUNTED, ...(row.counts as unknown as Counts) }, rejectsBytes: row.rejects_bytes }
    : null
}

export async function startCheckpoints(db: Db, file: { hash: string; name: string; format: string }): Promise<void> {
  const fresh = { records: 0, counts: JSON.stringify(NOTHING_COUNTED), rejects_bytes: 0, finished_at: null }
  await db
    .insertInto('catalogue_imports')
    .values({ file_hash: file.hash, file_name: file.name, format: file.format, ...fresh })
    .onConflict((conflict) =>
      conflict.column('file_hash').doUpdateSet({ ...fresh, file_name: file.name, started_at: sql`now()` }),
    )
    .execute()
}

export async function writeCheckpoint(
  db: Db,
  fileHash: string,
  { counts, rejectsBytes }: Checkpoint,
  isLast: boolean,
): Promise<void> {
  await db
    .updateTable('catalogue_imports')
    .set({
      records: counts.read,
      counts: JSON.stringify(counts),
      rejects_bytes: rejectsBytes,
      updated_at: sql`now()`,
      finished_at: isLast ? sql`now()` : null,
    })
    .where('file_hash', '=', fileHash)
    .execute()
}
