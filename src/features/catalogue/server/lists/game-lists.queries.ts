import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import { SUMMARY, type SummaryRow } from '../catalogue.queries.ts'
import { type FacetCounts, facetsToLookUp, type GameFilter, matters } from '../search/facets.ts'
import { filterGames, type GameOrder, orderGames } from '../search/filtered-games.queries.ts'

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
  // Few games have a known length, and each step reads the game, as the order's index does not have its time.
  const isByLength = order === 'length'
  const { traits, critics, players, stars, leastRatings, own } = filter
  const isRead = matters(traits) || [critics, players, stars, leastRatings, own].some((value) => value !== null)
  const perFetch = (filter.takes && !isByLength) || isRead ? 1 : STEPS_PER_FETCH
  const steps = (end / total) * among * (isNarrowed || isByLength ? NARROWED : 1)
  return total * perFetch < steps
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
 * Returns the ids of a part of the filtered games. `total` and `among` decide from which end the part is read, and whether
 * the order is scanned or the few games are collected.
 */
export async function listGameIds(db: Db, filter: GameFilter, part: ListPart): Promise<GameId[]> {
  const limit = Math.min(part.limit, part.total - part.offset)
  if (limit <= 0) return []
  const { query, isBackwards } = idsOfList(db, filter, { ...part, limit })
  const ids = (await query.execute()).map(({ id }) => id as GameId)
  return isBackwards ? ids.reverse() : ids
}

function idsOfList(db: Db, filter: GameFilter, { order, limit, offset, total, among, games }: ListPart) {
  const fromEnd = total - offset - limit
  const isBackwards = fromEnd < offset
  const skipped = Math.min(offset, fromEnd)
  if (isFew(filter, { order, end: skipped + limit, total, among })) {
    // `offset 0` keeps PostgreSQL from merging the inner query into the outer one.
    const lookUp = (facets: readonly number[]) => facetsToLookUp(facets, { among, games })
    const few = filterGames(db.selectFrom('games'), filter, null, lookUp).selectAll().offset(sql.lit(0)).as('games')
    const query = orderGames(db.selectFrom(few).select('games.id').limit(limit).offset(offset), order)
    return { query, isBackwards: false }
  }
  const walk = filterGames(db.selectFrom('games'), filter, order)
    .select('games.id')
    .limit(sql.lit(limit))
    .offset(skipped)
  return { query: orderGames(walk, order, isBackwards), isBackwards }
}

/** Returns a page among known ids: the results of a search, in another order than by relevance. */
export function listAmong(
  db: Db,
  ids: readonly GameId[],
  { order, limit, offset }: { order: GameOrder; limit: number; offset: number },
): Promise<SummaryRow[]> {
  const among = db.selectFrom('games').select(SUMMARY).where('games.id', '=', sql<string>`any(${ids})`)
  return orderGames(among, order).limit(limit).offset(offset).execute()
}
