import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '#db/db.ts'
import { facetOfLists, facetsOf, type GameFilter } from '../search/facets.ts'
import { MINUTES_TO_BEAT, takesHours } from '../stored-games/time-to-beat.queries.ts'

export type GameOrder = 'popularity' | 'rating' | 'top-rated' | 'release' | 'coming' | 'length' | 'name'

type Games = SelectQueryBuilder<Tables, 'games', Record<never, never>>

/** Orders a list, from its start or from its end, exactly as an index does, so that reading a page sorts nothing. */
export function orderGames<O>(query: SelectQueryBuilder<Tables, 'games', O>, order: GameOrder, isBackwards = false) {
  // The next releases are at the end of the list of the newest.
  const isUpwards = (order === 'coming') !== isBackwards
  const way = sql.raw(isUpwards ? 'desc' : 'asc')
  const down = sql.raw(isUpwards ? 'asc nulls first' : 'desc nulls last')
  const steeply = sql.raw(isUpwards ? 'asc' : 'desc')
  const by: Record<GameOrder, RawBuilder<unknown>> = {
    popularity: sql`games.renown ${steeply}`,
    rating: sql`games.weighted_rating ${down}, games.renown ${steeply}`,
    'top-rated': sql`games.top_rated_score ${down}, games.renown ${steeply}`,
    release: sql`games.first_release_date ${down}`,
    coming: sql`games.first_release_date ${down}`,
    length: sql`${MINUTES_TO_BEAT} ${way}, games.renown ${steeply}`,
    name: sql`games.sort_name ${way}`,
  }
  return query.orderBy(sql`${by[order]}, games.id ${way}`)
}

/**
 * Adds the conditions of a filter in a form that an index supports, or (`walked`) in a form that is checked while the
 * index of another order is scanned. `lookUp` chooses the facets that are looked up in their index: all, if nobody knows better.
 */
export function filterGames<Q extends Games>(
  query: Q,
  filter: GameFilter,
  walked: GameOrder | 'total_rating' | null,
  lookUp = (facets: readonly number[]) => facets,
): Q {
  // In a scan by date, a year is a range and no facet.
  const isByDate = walked === 'release' || walked === 'coming'
  const { facets, ranges } = facetsOf(filter, { hasYear: !isByDate })
  let games: Games = query
  const add = (condition: RawBuilder<boolean>) => {
    games = games.where(condition)
  }
  const lookedUp = walked ? [] : lookUp(facets)
  if (lookedUp.length > 0) add(sql`games.facets @> ${lookedUp}::integer[]`)
  for (const facet of facets) if (!lookedUp.includes(facet)) add(sql`${facet}::integer = any(games.facets)`)
  // Never looked up in the index: most games have it, and comparing the lists of such a facet costs more than the games.
  if (filter.listed) add(sql`${facetOfLists(filter.listed)}::integer = any(games.facets)`)
  const released = walked && !isByDate ? sql`(games.first_release_date + 0)` : sql`games.first_release_date`
  const rating = walked && walked !== 'total_rating' ? sql`(games.total_rating + 0)` : sql`games.total_rating`
  if (ranges.releasedFrom !== null) add(sql`${released} >= ${ranges.releasedFrom}::bigint`)
  if (ranges.releasedUntil !== null) add(sql`${released} < ${ranges.releasedUntil}::bigint`)
  if (ranges.minRating !== null) add(sql`${rating} >= ${ranges.minRating}::numeric`)
  if (ranges.maxRating !== null) add(sql`${rating} <= ${ranges.maxRating}::numeric`)
  const minutes = walked && walked !== 'length' ? sql`(${MINUTES_TO_BEAT} + 0)` : MINUTES_TO_BEAT
  if (ranges.takes) add(takesHours(ranges.takes, minutes))
  if (ranges.anyModeOf) add(sql`games.game_mode_ids && ${ranges.anyModeOf}::integer[]`)
  if (ranges.leastHypes !== null)
    add(sql`(games.hypes >= ${ranges.leastHypes}::integer or (games.hypes = 0 and games.origin <> 'igdb'))`)
  if (ranges.isRanked) add(sql`games.top_rated_score is not null`)
  return games as Q
}
