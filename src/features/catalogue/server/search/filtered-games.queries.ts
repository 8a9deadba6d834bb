import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '#db/db.ts'
import type { Bounds } from '../../game-filters.rules.ts'
import { MINUTES_TO_BEAT, takesHours } from '../stored-games/time-to-beat.queries.ts'
import { facetOfLists, facetsOf, type GameFilter } from './facets.ts'

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

/** What a game is found by beside its facets; the index `games_traits` has the same expression. */
const TRAITS = sql`game_traits(games.details, games.developer, games.series, games.game_type)`

/** The conditions of the longer filters; `isWalked` hides from PostgreSQL that they have indexes. */
function furtherConditions(filter: GameFilter, isWalked: boolean): RawBuilder<boolean>[] {
  const { others, traits, critics, players, stars, leastRatings, own } = filter
  const hidden = (array: RawBuilder<unknown>, empty: RawBuilder<unknown>) =>
    isWalked ? sql`(${array} || ${empty})` : array
  const facets = hidden(sql`games.facets`, sql`'{}'::integer[]`)
  const known = hidden(TRAITS, sql`'{}'::text[]`)
  const number = (column: RawBuilder<unknown>) => (isWalked ? sql`(${column} + 0)` : column)
  return [
    ...(others.any ?? []).map((group) => sql<boolean>`${facets} && ${group}::integer[]`),
    ...(others.none ? [sql<boolean>`not games.facets && ${others.none}::integer[]`] : []),
    ...(traits.all ? [sql<boolean>`${known} @> ${traits.all}::text[]`] : []),
    ...(traits.any ?? []).map((group) => sql<boolean>`${known} && ${group}::text[]`),
    ...(traits.none ? [hasNoneOf(traits.none, isWalked)] : []),
    ...within(number(sql`games.critic_rating`), critics),
    ...within(number(sql`games.rating`), players),
    ...(leastRatings === null
      ? []
      : [sql<boolean>`${number(sql`games.total_rating_count`)} >= ${leastRatings}::integer`]),
    ...within(AVERAGE_STARS, stars),
    ...(own ? [own] : []),
  ]
}

/** In a walk each game is compared; otherwise all games that have one are looked up at once. */
const hasNoneOf = (traits: readonly string[], isWalked: boolean) =>
  isWalked
    ? sql<boolean>`not ${TRAITS} && ${traits}::text[]`
    : sql<boolean>`games.id not in (
        select games.id from games where ${TRAITS} && ${traits}::text[]
      )`

function within(value: RawBuilder<unknown>, bounds: Bounds | null): RawBuilder<boolean>[] {
  if (bounds === null) return []
  const { from, to } = bounds
  return [
    ...(from === null ? [] : [sql<boolean>`${value} >= ${from}::numeric`]),
    ...(to === null ? [] : [sql<boolean>`${value} <= ${to}::numeric`]),
  ]
}

/** The average of the public stars of a game, rounded to tenths as its page shows it; null without stars. */
const AVERAGE_STARS = sql`(
  select round(sum(half_stars * members) / 2.0 / sum(members), 1) from game_star_counts where game_id = games.id
)`

/**
 * Returns the conditions of a filter in a form that an index supports, or (`walked`) in a form that is checked while the
 * index of another order is scanned. `lookUp` chooses the facets that are looked up in their index: all, if nobody knows better.
 */
export function conditionsOf(
  filter: GameFilter,
  walked: GameOrder | 'total_rating' | null,
  lookUp = (facets: readonly number[]) => facets,
): RawBuilder<boolean>[] {
  // In a scan by date, a year is a range and no facet.
  const isByDate = walked === 'release' || walked === 'coming'
  const { facets, ranges } = facetsOf(filter, { hasYear: !isByDate })
  const conditions: RawBuilder<boolean>[] = []
  const add = (condition: RawBuilder<boolean>) => void conditions.push(condition)
  const lookedUp = walked ? [] : lookUp(facets)
  if (lookedUp.length > 0) add(sql`games.facets @> ${lookedUp}::integer[]`)
  for (const facet of facets) if (!lookedUp.includes(facet)) add(sql`${facet}::integer = any(games.facets)`)
  // Never looked up in the index: most games have it, and comparing the lists of such a facet costs more than the games.
  if (filter.listed) add(sql`${facetOfLists(filter.listed)}::integer = any(games.facets)`)
  const ofOwnIndex = (column: RawBuilder<unknown>, order: typeof walked) =>
    walked && walked !== order ? sql`(${column} + 0)` : column
  const released = ofOwnIndex(sql`games.first_release_date`, isByDate ? walked : 'release')
  const rating = ofOwnIndex(sql`games.total_rating`, 'total_rating')
  if (ranges.releasedFrom !== null) add(sql`${released} >= ${ranges.releasedFrom}::bigint`)
  if (ranges.releasedUntil !== null) add(sql`${released} < ${ranges.releasedUntil}::bigint`)
  if (ranges.minRating !== null) add(sql`${rating} >= ${ranges.minRating}::numeric`)
  if (ranges.maxRating !== null) add(sql`${rating} <= ${ranges.maxRating}::numeric`)
  if (ranges.takes) add(takesHours(ranges.takes, ofOwnIndex(MINUTES_TO_BEAT, 'length')))
  if (ranges.anyModeOf) add(sql`games.game_mode_ids && ${ranges.anyModeOf}::integer[]`)
  if (ranges.leastHypes !== null)
    add(sql`(games.hypes >= ${ranges.leastHypes}::integer or (games.hypes = 0 and games.origin <> 'igdb'))`)
  if (ranges.isRanked) add(sql`games.top_rated_score is not null`)
  return [...conditions, ...furtherConditions(filter, walked !== null)]
}

/** Adds the conditions of a filter to a query. */
export function filterGames<Q extends Games>(query: Q, ...given: Parameters<typeof conditionsOf>): Q {
  return conditionsOf(...given).reduce<Games>((games, condition) => games.where(condition), query) as Q
}
