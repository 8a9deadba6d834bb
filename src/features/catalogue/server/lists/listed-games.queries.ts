import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import { SUMMARY, type SummaryRow } from '../catalogue.queries.ts'

/** The stored games of a list, in its order; what is not stored is left out. */
export async function loadSummaries(db: Db, ids: readonly GameId[]): Promise<SummaryRow[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('games').select(SUMMARY).where('games.id', '=', sql<string>`any(${ids})`).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Stored games of IGDB of these names, in any letter case. */
export function findIgdbNamed(
  db: Db,
  names: readonly string[],
): Promise<{ id: string; name: string; first_release_date: number | null }[]> {
  return db
    .selectFrom('games')
    .select(['id', 'name', 'first_release_date'])
    .where('data_source', '=', 'igdb')
    .where(sql<string>`lower(name)`, '=', sql<string>`any(${names.map((name) => name.toLowerCase())})`)
    .execute()
}
