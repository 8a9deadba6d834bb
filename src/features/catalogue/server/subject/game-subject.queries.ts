import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

interface ReportedGameRow {
  id: string
  name: string
  first_release_date: number | null
  platforms: string[]
  developer: string | null
  data_source: string
}

/** Reads games that everybody sees: none that a member has made. */
export async function listReportedGames(db: Db, ids: readonly string[]): Promise<ReportedGameRow[]> {
  const { rows } = await sql<ReportedGameRow>`
    select id, name, first_release_date::float8 as first_release_date, developer, data_source,
      array(select platform ->> 'name' from jsonb_array_elements(platforms) platform) as platforms
    from games where id = any(${ids}::text[]) and owner_id is null`.execute(db)
  return rows
}
