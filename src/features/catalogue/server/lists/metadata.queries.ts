import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type FacetKind, facetOf, type Listed, termOfFacet } from '../search/facets.ts'

/** Counts games by facet, the most frequent first, for the filters. */
export async function countTerms(db: Db, listed: Listed): Promise<{ kind: FacetKind; id: number; games: number }[]> {
  const isShown = listed === 'erotic' ? sql`` : sql`and not is_erotic`
  const { rows } = await sql<{ facet: number; games: number }>`
    select facet, sum(games) as games from game_counts where facet <> 0 ${isShown}
    group by facet having sum(games) > 0
    order by sum(games) desc, facet`.execute(db)
  return rows.flatMap(({ facet, games }) => {
    const term = termOfFacet(facet)
    return term ? [{ ...term, games }] : []
  })
}

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
