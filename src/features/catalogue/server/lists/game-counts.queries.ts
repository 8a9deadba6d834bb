import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { facetOfLists, facetsOf, type GameFilter, type Ranges } from '../search/facets.ts'
import { filterGames, type GameOrder } from '../search/filtered-games.queries.ts'

/**
 * Counts the games of a filter. Triggers maintain the bits that count any number of facets; for ranges the games are
 * counted, so callers should cache the result.
 */
export async function countGames(db: Db, filter: GameFilter): Promise<number> {
  const { facets, ranges, hasRanges } = facetsOf(filter)
  // Nothing is maintained for games that no list shows.
  const listed = filter.listed === null ? null : await countListed(db, [...facets, facetOfLists(filter.listed)])
  if (listed === 0 || (listed !== null && !hasRanges)) return listed
  const { releasedUntil } = ranges
  const isOnlyUntil = releasedUntil !== null && !facetsOf({ ...filter, releasedUntil: null }).hasRanges
  if (listed !== null && isOnlyUntil && listed > FEW_TO_FETCH)
    return listed - (await countSince(db, filter, releasedUntil))
  const { games } = await filterGames(
    db.selectFrom('games'),
    filter,
    wayToCount(filter, facets, ranges, listed ?? Infinity),
  )
    .select(sql<number>`count(*)`.as('games'))
    .executeTakeFirstOrThrow()
  return games
}

/**
 * Counts the listed games that have all of these facets: the bits that the rows of all facets have, and what has changed since
 * they were written (decision 0097). The array is read from a subquery, so that PostgreSQL keeps its plan.
 */
async function countListed(db: Db, facets: readonly number[]): Promise<number> {
  const all = sql`(select ${facets}::integer[])::integer[]`
  const { rows } = await sql<{ games: number }>`
    select (
      (
        select coalesce(sum(bit_count(bits)), 0) from (
          select bit_and(bits) as bits from game_facet_bits
          where facet = any(${all}) group by part having count(*) = ${sql.lit(facets.length)}
        ) parts
      ) + (select coalesce(sum(change), 0) from game_facet_changes where facets @> ${all})
    )::integer as games`.execute(db)
  return rows[0]?.games ?? 0
}

/** Counts a filter's games that are released from then on, or without a date. If `from` is about now, they are few. */
async function countSince(db: Db, filter: GameFilter, from: number): Promise<number> {
  const games = filterGames(db.selectFrom('games'), { ...filter, releasedUntil: null }, 'release').select(
    sql`1`.as('one'),
  )
  const later = games.where('first_release_date', '>=', from).unionAll(games.where('first_release_date', 'is', null))
  const counted = db.selectFrom(later.as('later')).select(sql<number>`count(*)`.as('games'))
  return (await counted.executeTakeFirstOrThrow()).games
}

/** For more games than these a scan of a covering index is cheaper than fetching each. */
const FEW_TO_COUNT = 8000
/** For more games than these a scan of all games to come is cheaper than fetching each. */
const FEW_TO_FETCH = 1000

/** Returns the order whose index is scanned, or null for the index of the facets. */
function wayToCount(
  { others, traits, own, critics, players, stars, leastRatings }: GameFilter,
  facets: readonly number[],
  ranges: Ranges,
  least: number,
): GameOrder | 'total_rating' | null {
  const hasOwnIndex = [others.any, traits.all, traits.any, traits.none, own, critics, players, stars, leastRatings]
  if (hasOwnIndex.some((condition) => condition !== null)) return null
  if (facets.length > 0 && least <= FEW_TO_COUNT) return null
  if (ranges.takes) return 'length'
  if (ranges.minRating !== null || ranges.maxRating !== null) return 'total_rating'
  if (ranges.releasedFrom !== null || ranges.releasedUntil !== null) return 'release'
  return 'popularity'
}
