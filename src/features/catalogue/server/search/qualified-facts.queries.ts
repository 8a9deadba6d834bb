import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Returns the facts of games that words beside a name compare. */
export async function findQualifiedFacts(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { first_release_date: number | null; platform_ids: number[] }>> {
  const { rows } = await sql<{ id: string; first_release_date: number | null; platform_ids: number[] }>`
    select id, first_release_date::float as first_release_date, platform_ids from games where id = any(${ids}::text[])`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
