import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Counts } from '../import-export/import/checkpoint.queries.ts'
import { IMPORT_LOCK } from '../import-export/import/import.queries.ts'
import { type Ages, isStaleOf } from '../validity-and-refresh/refresh.queries.ts'

export interface StoredOfSource {
  source: string
  games: number
  refreshed_at: Date | null
  due: number
}

/** Counts the stored games by source. It reads the whole table: `cacheStoredCounts` calls it. */
export async function countBySource(db: Db, ages: Ages): Promise<StoredOfSource[]> {
  const { rows } = await sql<StoredOfSource>`
    select data_source as source, count(*)::int as games,
      max(refreshed_at) filter (where origin = data_source) as refreshed_at,
      (count(*) filter (where ${isStaleOf(ages)}))::int as due
    from games where owner_id is null group by data_source`.execute(db)
  return rows
}

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
