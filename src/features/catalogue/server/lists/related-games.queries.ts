import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { CARD, type CardRow, type GameRow } from '../catalogue.queries.ts'
import { type FacetKind, facetOf } from '../search/facets.ts'
import { EROTIC_THEME } from '../sources/vocabulary.ts'

/** The number of the best known games that may be related by genre and theme alone. */
const KNOWN_KIN = 4000

const anyFacet = (kind: FacetKind, ids: readonly number[]) =>
  ids.length === 0
    ? sql`false`
    : sql`(${sql.join(
        ids.map((id) => sql`${facetOf(kind, id)}::integer = any(facets)`),
        sql` or `,
      )})`

/**
 * Lists games like this one, best first: of the same series, then by what its source calls similar and by shared maker, genres,
 * themes, time and renown. Each of the four ways to find a candidate is an index scan of limited length. Erotic games are related
 * only to erotic games.
 */
export async function listRelated(
  db: Db,
  game: Pick<GameRow, 'id' | 'series' | 'developer' | 'genre_ids' | 'theme_ids' | 'first_release_date'>,
  most: number,
): Promise<CardRow[]> {
  const { id, series, developer, genre_ids, theme_ids, first_release_date } = game
  const shared = (column: 'genre_ids' | 'theme_ids', ids: readonly number[]) =>
    ids.length === 0
      ? sql<number>`0`
      : sql<number>`(${sql.join(
          ids.map((each) => sql`(${each} = any(${sql.ref(`games.${column}`)}))::integer`),
          sql` + `,
        )})`
  // Years between the releases reduce the score: of two similar games, the one released closer in time ranks higher.
  const yearsApart = sql<number>`least(abs(games.first_release_date - ${first_release_date}::bigint) / 31557600.0, 20)`
  const isSimilar = sql`exists (
    select from game_relations named
    where named.whole_id = ${id} and named.kind = 'similar' and named.part_id = games.id)`
  const likeness = sql<number>`(case when ${isSimilar} then 30 else 0 end) + (games.developer is not distinct from ${developer})::integer * 14
    + ${shared('genre_ids', genre_ids)} * 7 + ${shared('theme_ids', theme_ids)} * 6 + games.renown * 0.15
    - coalesce(${yearsApart}, 10) * 0.6`
  return db
    .with('candidate', (cte) =>
      cte
        .selectFrom(
          sql<{ id: string }>`(
            (select id from games where series = ${series} order by renown desc, id limit 40)
            union
            (select part_id from game_relations where whole_id = ${id} and kind = 'similar' limit 40)
            union
            (select id from games where developer = ${developer} order by renown desc, id limit 40)
            union
            (select id from (
                select id, facets from games order by renown desc, id limit ${KNOWN_KIN}
              ) known
              where ${anyFacet('genre', genre_ids)} and ${anyFacet('theme', theme_ids)} limit 200)
          )`.as('found'),
        )
        .select('found.id'),
    )
    .selectFrom('candidate')
    .innerJoin('games', 'games.id', 'candidate.id')
    .select(CARD)
    .where('games.id', '<>', id)
    .$if(!theme_ids.includes(EROTIC_THEME), (games) =>
      games.where(sql<boolean>`${EROTIC_THEME} <> all(games.theme_ids)`),
    )
    .orderBy(sql`(games.series is not null and games.series is not distinct from ${series})`, 'desc')
    .orderBy(likeness, 'desc')
    .orderBy('games.id')
    .limit(most)
    .execute()
}
