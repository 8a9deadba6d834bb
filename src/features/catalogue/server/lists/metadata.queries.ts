import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { facetOf } from '../search/facets.ts'

/** Returns names of platforms that none of our tables has, from the games themselves. */
export async function findPlatformNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; name: string }>`
    select wanted.id, (
      select platform ->> 'name' from games, jsonb_array_elements(games.platforms) platform
      where games.facets @> array[wanted.facet] and (platform ->> 'id')::integer = wanted.id limit 1
    ) as name
    from unnest(${ids}::integer[], ${ids.map((id) => facetOf('platform', id))}::integer[]) wanted (id, facet)`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
