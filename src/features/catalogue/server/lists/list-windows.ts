import type * as z from 'zod/mini'
import type { Clock } from '#server/clock.ts'
import type { listGames } from '../../catalogue.contract.ts'
import { firstPlaceholder, listWindow, MIN_HYPES } from '../../catalogue.rules.ts'
import type { Bounds } from '../../game-filters.rules.ts'
import { type GameFilter, NO_FILTER } from '../search/facets.ts'
import type { GameOrder } from '../search/filtered-games.queries.ts'

export type ListQuery = z.output<typeof listGames.query>

const DAY = 24 * 60 * 60
const HOUR = 60 * 60

/**
 * Returns Unix seconds, rounded to the hour: counts and cached responses of a window serve all requests of the same
 * hour.
 */
export function hourOf(clock: Clock): number {
  return Math.floor(clock().getTime() / 1000 / HOUR) * HOUR
}

/** Returns the documented list kinds as queries of the stored catalogue: window, condition, and order. */
export function listKind(category: ListQuery['category'], now: number): { filter: GameFilter; order: GameOrder } {
  const { from, until } = listWindow(category, now)
  const filter = {
    ...NO_FILTER,
    releasedFrom: from,
    releasedUntil: until,
    leastHypes: category === 'trending' || category === 'upcoming' ? MIN_HYPES[category] : null,
    isRanked: category === 'top-rated' ? (true as const) : null,
  }
  return { filter, order: category === 'top-rated' ? 'top-rated' : category === 'recent' ? 'release' : 'popularity' }
}

function window(from: number | null, until: number | null): GameFilter {
  return { ...NO_FILTER, releasedFrom: from, releasedUntil: until }
}

/** Returns the window of the time range filter: the last 180 days, the next 90, or older than five years (C41). */
export function timeRange(range: ListQuery['timeRange'], now: number): GameFilter {
  if (range === 'upcoming') return window(now, now + 90 * DAY)
  const { from, until } = listWindow(range, now)
  return window(from, until)
}

/**
 * Returns the condition that an order adds: the newest order shows released games, the coming order future ones
 * with a plausible date (R-GAME-46), the order by length games of a known length. In a list of future games, "newest" sorts like "coming".
 */
export function ofOrder(
  sort: ListQuery['sort'],
  { releasedFrom }: GameFilter,
  now: number,
): { sort: ListQuery['sort']; filter: GameFilter } {
  const isToCome = sort === 'coming' || (sort === 'release' && releasedFrom !== null && releasedFrom >= now)
  if (isToCome) return { sort: 'coming', filter: window(now, firstPlaceholder(now)) }
  if (sort === 'length') return { sort, filter: { ...NO_FILTER, takes: { from: 0, to: null } } }
  return { sort, filter: sort === 'release' ? window(null, now) : NO_FILTER }
}

export function ofYears({ from, to }: Bounds): GameFilter {
  const first = (each: number) => {
    const day = new Date(0)
    // `Date.UTC` takes a year below 100 for one of the last century.
    day.setUTCFullYear(each, 0, 1)
    return day.getTime() / 1000
  }
  return window(from === null ? null : first(from), to === null ? null : first(to + 1))
}

/** Combines two filters: the later start and the earlier end (C41). */
export function intersectFilters(a: GameFilter, b: GameFilter): GameFilter {
  const later = Math.max(a.releasedFrom ?? -Infinity, b.releasedFrom ?? -Infinity)
  const earlier = Math.min(a.releasedUntil ?? Infinity, b.releasedUntil ?? Infinity)
  return {
    ...a,
    releasedFrom: later === -Infinity ? null : later,
    releasedUntil: earlier === Infinity ? null : earlier,
    takes: a.takes ?? b.takes,
    leastHypes: a.leastHypes ?? b.leastHypes,
    isRanked: a.isRanked ?? b.isRanked,
  }
}
