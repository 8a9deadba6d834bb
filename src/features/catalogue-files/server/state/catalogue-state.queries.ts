import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Counts } from '../import/checkpoint.queries.ts'
import { IMPORT_LOCK } from '../import/import.queries.ts'

export interface ImportRow {
  file_name: string
  format: string
  counts: Counts
  started_at: Date
  updated_at: Date
  finished_at: Date | null
}

export async function listImports(db: Db, most: number): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select file_name, format, counts, started_at, updated_at, finished_at
    from catalogue_imports order by updated_at desc, file_hash limit ${most}`.execute(db)
  return rows
}

/** Returns whether a connection of this database holds the import lock. */
export async function isImporting(db: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (
      select from pg_locks
      where locktype = 'advisory' and granted and objid = ${IMPORT_LOCK}
        and database = (select oid from pg_database where datname = current_database())
    ) as held`.execute(db)
  return rows[0]?.held ?? false
}
