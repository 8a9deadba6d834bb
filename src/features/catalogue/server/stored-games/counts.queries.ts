import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type Ages, isStaleOf } from './ages.ts'

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
