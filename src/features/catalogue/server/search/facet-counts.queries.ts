import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type FacetKind, type Listed, termOfFacet } from './facets.ts'

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
