import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Db, Tables } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import type { GameCard } from '../catalogue.contract.ts'
import {
  type FacetCounts,
  type FacetKind,
  facetOf,
  facetOfLists,
  facetsOf,
  facetsToLookUp,
  type GameFilter,
  type Listed,
  NO_FILTER,
  type Ranges,
  termOfFacet,
} from './search/facets.ts'
import { EROTIC_THEME } from './sources/vocabulary.ts'
import { type SummaryValues, summaryInJson, summaryOf } from './stored-games/summaries.queries.ts'

export { type GameFilter, NO_FILTER }

export interface CardRow {
  id: string
  name: string
  first_release_date: number | null
  genre: string | null
  developer: string | null
  cover_image_id: string | null
  cover_url: string | null
  /** The member whose own game it is; null for a game of the catalogue (decision 0086). */
  owner_id: string | null
  /** The card of the row once somebody has asked for it (`sharedCard`), with what it depends on besides the row. */
  made?: { card: GameCard; year: number; reachable: string }
}

export interface SummaryRow extends CardRow {
  data_source: string
  total_rating: number | null
}

const CARD = [
  'games.id',
  'games.name',
  'games.first_release_date',
  'games.developer',
  'games.cover_image_id',
  'games.cover_url',
  'games.owner_id',
  sql<string | null>`games.genres -> 0 ->> 'name'`.as('genre'),
] as const
export const SUMMARY = [...CARD, 'games.data_source', 'games.total_rating'] as const

/**
 * Locks games against deletion in the transaction that refers to them, and returns those that are not stored: cards may
 * come from a cache, and a foreign key would fail without a sentence.
 */
export async function lockGames(db: Db, ids: readonly GameId[]): Promise<GameId[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from games where id = any(${ids}::text[]) order by id for key share`.execute(db)
  const stored = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !stored.has(id))
}

export function findGame(db: Db, id: GameId) {
  return db
    .selectFrom('games')
    .select([
      ...SUMMARY,
      'games.rating',
      'games.origin',
      'games.refreshed_at',
      'games.last_validated',
      'games.total_rating_count',
      'games.genres',
      'games.platforms',
      'games.genre_ids',
      'games.theme_ids',
      'games.series',
      'games.hypes',
      'games.critic_rating',
      'games.origin',
      'games.provenance',
      'games.details',
      sql<number>`(select count(*) from game_achievements where game_id = games.id)`.as('achievements'),
    ])
    .where('games.id', '=', id)
    .where('games.owner_id', 'is', null)
    .executeTakeFirst()
}
export type GameRow = NonNullable<Awaited<ReturnType<typeof findGame>>>

/** Finds the game with a cover picture. */
export function findCardByCover(db: Db, coverImageId: string): Promise<CardRow | undefined> {
  return db.selectFrom('games').select(CARD).where('games.cover_image_id', '=', coverImageId).executeTakeFirst()
}

export type GameOrder = 'popularity' | 'rating' | 'top-rated' | 'release' | 'coming' | 'name'

type Games = SelectQueryBuilder<Tables, 'games', Record<never, never>>

/** Orders a list, from its start or from its end, exactly as an index does, so that reading a page sorts nothing. */
function ordered<O>(query: SelectQueryBuilder<Tables, 'games', O>, order: GameOrder, isBackwards = false) {
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
    name: sql`games.sort_name ${way}`,
  }
  return query.orderBy(sql`${by[order]}, games.id ${way}`)
}

/**
 * Adds the conditions of a filter in a form that an index supports, or (`walked`) in a form that is checked while the
 * index of another order is scanned. `lookUp` chooses the facets that are looked up in their index: all, if nobody knows better.
 */
function filtered<Q extends Games>(
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
  if (ranges.anyModeOf) add(sql`games.game_mode_ids && ${ranges.anyModeOf}::integer[]`)
  if (ranges.leastHypes !== null)
    add(sql`(games.hypes >= ${ranges.leastHypes}::integer or (games.hypes = 0 and games.origin <> 'igdb'))`)
  if (ranges.isRanked) add(sql`games.top_rated_score is not null`)
  return games as Q
}

/** Fetching a game by its facets and sorting it costs about as much as this many steps along an order's index. */
const STEPS_PER_FETCH = 7
/** A condition on the scanned column leaves about this share of the scan. */
const NARROWED = 0.1

/**
 * Returns whether it is cheaper to collect and sort the filtered games than to scan the order's index until the page is
 * full: a page that ends at the `end`th of `total` games needs about that share of the catalogue's `among` games.
 */
function isFew(filter: GameFilter, page: { order: GameOrder; end: number; total: number; among: number }): boolean {
  const { order, end, total, among } = page
  const { releasedFrom, releasedUntil } = filter
  // A list of the newest excludes only unreleased games, which are few.
  const isNarrowed = (order === 'release' || order === 'coming') && releasedFrom !== null && releasedUntil !== null
  const steps = (end / total) * among * (isNarrowed ? NARROWED : 1)
  return total * STEPS_PER_FETCH < steps
}

/** With so few steps along an order's index all of the beginning is read at once. */
const CHEAP_STEPS = 4000
const BEGINNINGS = [100, 200, 300, 400, 480]

/**
 * Returns how many ids of a list to read at once so that they contain its first `end` games: those who turn a page often
 * turn the next one, too. Null if the page lies too far from the start. Where few games have the filter's facets, a scan
 * passes many others between two of them, so it reads at most a hundred more than needed.
 */
export function beginningOf(
  filter: GameFilter,
  { order, end, total, among }: { order: GameOrder; end: number; total: number; among: number },
): number | null {
  const whole = BEGINNINGS.at(-1) ?? 0
  // Games that are collected and sorted are all there.
  const isCheap = isFew(filter, { order, end, total, among }) || (whole / total) * among < CHEAP_STEPS
  return (isCheap ? [whole] : BEGINNINGS).find((size) => size >= end) ?? null
}

/** A part of a list, and the counts by which it is decided how to read it. */
interface ListPart {
  order: GameOrder
  limit: number
  offset: number
  /** The number of games in the list. */
  total: number
  /** The number of all games. */
  among: number
  /** The numbers of games of facets, which decide what is looked up. */
  games: FacetCounts
}

/**
 * Returns the ids of a part of the filtered games, and brings the summaries of `shown` of them, whose offset counts from the
 * start of the part. `total` and `among` decide from which end the part is read, and whether the order is scanned or the few
 * games are collected.
 */
export async function listGameIds(
  db: Db,
  filter: GameFilter,
  part: ListPart,
  shown: { limit: number; offset: number } | null,
): Promise<{ ids: GameId[]; brought: SummaryRow[] }> {
  const limit = Math.min(part.limit, part.total - part.offset)
  if (limit <= 0) return { ids: [], brought: [] }
  const { query, isBackwards } = idsOfList(db, filter, { ...part, limit })
  if (shown === null) {
    const ids = (await query.execute()).map(({ id }) => id as GameId)
    return { ids: isBackwards ? ids.reverse() : ids, brought: [] }
  }
  const [from, until] = [shown.offset, Math.min(shown.offset + shown.limit, limit)]
  // Places of the array, which begins with 1.
  const [first, last] = isBackwards ? [limit - until + 1, limit - from] : [from + 1, until]
  const { rows } = await sql<{ ids: string; games: SummaryValues[] | null }>`
    with listed as materialized (select array(${query}) as ids)
    select array_to_string(listed.ids, ' ') as ids, (
      select json_agg(${summaryInJson})
      from unnest(listed.ids[${first}::integer : ${last}::integer]) as shown (id) join games on games.id = shown.id
    ) as games
    from listed`.execute(db)
  const [listed] = rows
  const ids = listed?.ids ? (listed.ids.split(' ') as GameId[]) : []
  return { ids: isBackwards ? ids.reverse() : ids, brought: listed?.games?.map(summaryOf) ?? [] }
}

function idsOfList(db: Db, filter: GameFilter, { order, limit, offset, total, among, games }: ListPart) {
  const fromEnd = total - offset - limit
  const isBackwards = fromEnd < offset
  const skipped = Math.min(offset, fromEnd)
  if (isFew(filter, { order, end: skipped + limit, total, among })) {
    // `offset 0` keeps PostgreSQL from merging the inner query into the outer one.
    const lookUp = (facets: readonly number[]) => facetsToLookUp(facets, { among, games })
    const few = filtered(db.selectFrom('games'), filter, null, lookUp).selectAll().offset(sql.lit(0)).as('games')
    const query = ordered(db.selectFrom(few).select('games.id').limit(limit).offset(offset), order)
    return { query, isBackwards: false }
  }
  const walk = filtered(db.selectFrom('games'), filter, order).select('games.id').limit(sql.lit(limit)).offset(skipped)
  return { query: ordered(walk, order, isBackwards), isBackwards }
}

/** Returns a page among known ids: the results of a search, in another order than by relevance. */
export function listAmong(
  db: Db,
  ids: readonly GameId[],
  { order, limit, offset }: { order: GameOrder; limit: number; offset: number },
): Promise<SummaryRow[]> {
  const among = db.selectFrom('games').select(SUMMARY).where('games.id', '=', sql<string>`any(${ids})`)
  return ordered(among, order).limit(limit).offset(offset).execute()
}

/**
 * Counts the games of a filter. Triggers maintain the bits that count any number of facets; for ranges the games are
 * counted, so callers should cache the result.
 */
export async function countGames(db: Db, filter: GameFilter): Promise<number> {
  const { facets, ranges, hasRanges } = facetsOf(filter)
  // Nothing is maintained for games that no list shows.
  const listed = filter.listed === null ? null : await countListed(db, [...facets, facetOfLists(filter.listed)])
  if (listed === 0 || (listed !== null && !hasRanges)) return listed
  const { releasedUntil, ...others } = ranges
  const isOnlyUntil = releasedUntil !== null && Object.values(others).every((value) => value === null)
  if (listed !== null && isOnlyUntil && listed > FEW_TO_FETCH)
    return listed - (await countSince(db, filter, releasedUntil))
  const { games } = await filtered(db.selectFrom('games'), filter, wayToCount(facets, ranges, listed ?? Infinity))
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
  const games = filtered(db.selectFrom('games'), { ...filter, releasedUntil: null }, 'release').select(sql`1`.as('one'))
  const later = games.where('first_release_date', '>=', from).unionAll(games.where('first_release_date', 'is', null))
  const counted = db.selectFrom(later.as('later')).select(sql<number>`count(*)`.as('games'))
  return (await counted.executeTakeFirstOrThrow()).games
}

/** For more games than these a scan of a covering index is cheaper than fetching each. */
const FEW_TO_COUNT = 8000
/** For more games than these a scan of all games to come is cheaper than fetching each. */
const FEW_TO_FETCH = 1000

/** Returns the order whose index is scanned, or null for the index of the facets. */
function wayToCount(facets: readonly number[], ranges: Ranges, least: number): GameOrder | 'total_rating' | null {
  if (facets.length > 0 && least <= FEW_TO_COUNT) return null
  if (ranges.minRating !== null || ranges.maxRating !== null) return 'total_rating'
  if (ranges.releasedFrom !== null || ranges.releasedUntil !== null) return 'release'
  return 'popularity'
}

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
 * Lists games like this one, best first: of the same series, then by shared maker, genres, themes, time and renown.
 * Each of the three ways to find a candidate is an index scan of limited length. Erotic games are related only to
 * erotic games.
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
  const likeness = sql<number>`(games.developer is not distinct from ${developer})::integer * 14
    + ${shared('genre_ids', genre_ids)} * 7 + ${shared('theme_ids', theme_ids)} * 6 + games.renown * 0.15
    - coalesce(${yearsApart}, 10) * 0.6`
  return db
    .with('candidate', (cte) =>
      cte
        .selectFrom(
          sql<{ id: string }>`(
            (select id from games where series = ${series} order by renown desc, id limit 40)
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
