import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Finds stored IGDB games with these names, in any letter case. */
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
