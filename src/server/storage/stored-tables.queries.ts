import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Lists the tables whose rows have a file in `bytes` or in the storage (`stored_as`). */
export async function listStoredTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'stored_as' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

/** Counts the rows of a table whose file is in the storage. */
export async function countStored(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ files: number }>`
    select count(*)::int as files from ${sql.table(table)} where stored_as is not null`.execute(db)
  return rows[0]?.files ?? 0
}

/** Returns those of these keys that a row of any of these tables names, or that a job will delete. */
export async function listNamed(db: Db, tables: readonly string[], keys: readonly string[]): Promise<Set<string>> {
  const named = new Set<string>()
  for (const [table, column] of [
    ...tables.map((table) => [table, 'stored_as'] as const),
    ['stored_leftovers', 'key'] as const,
  ]) {
    const { rows } = await sql<{ key: string }>`
      select ${sql.ref(column)} as key from ${sql.table(table)} where ${sql.ref(column)} = any(${keys})`.execute(db)
    for (const { key } of rows) named.add(key)
  }
  return named
}

/** A row with its position in the table, which changes with every update. */
export interface PlacedRow {
  ctid: string
  version: string
  bytes: Buffer | null
  stored_as: string | null
}

/** Lists rows of a table whose file is in the database (`to` the storage) or in the storage, after this position. */
export async function listToMove(
  db: Db,
  table: string,
  to: 'storage' | 'database',
  after: string | null,
  most: number,
): Promise<PlacedRow[]> {
  const isLeft = to === 'storage' ? sql`stored_as is null` : sql`stored_as is not null`
  const { rows } = await sql<PlacedRow>`
    select ctid::text, xmin::text as version, bytes, stored_as from ${sql.table(table)}
    where ${isLeft} and ctid > ${after ?? '(0,0)'}::tid order by ctid limit ${most}`.execute(db)
  return rows
}

/** Writes where the file of a row is now. Returns false if the row has changed or is gone. */
export async function placeFile(
  db: Db,
  table: string,
  { ctid, version }: PlacedRow,
  file: { bytes: Buffer | null; stored_as: string | null },
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(table)} set bytes = ${file.bytes}, stored_as = ${file.stored_as}
    where ctid = ${ctid}::tid and xmin::text = ${version} returning 1`.execute(db)
  return rows.length > 0
}
