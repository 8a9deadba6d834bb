import type * as z from 'zod/mini'
import type { listGames } from '../../catalogue.contract.ts'
import { TRENDING_HYPES, UPCOMING_HYPES } from '../../lists.rules.ts'
import { type GameFilter, type GameOrder, NO_FILTER } from '../catalogue.queries.ts'

export type ListQuery = z.output<typeof listGames.query>

const DAY = 24 * 60 * 60
const YEAR = 365.25 * DAY

/** The documented list kinds as questions to the stored catalogue: window, condition, and the order they are read in. */
export function listKind(category: ListQuery['category'], now: number): { filter: GameFilter; order: GameOrder } {
  switch (category) {
    case 'top-rated':
      return { filter: { ...NO_FILTER, isRanked: true }, order: 'top-rated' }
    case 'trending':
      return { filter: { ...window(now - 182 * DAY, now), leastHypes: TRENDING_HYPES }, order: 'popularity' }
    case 'upcoming':
      return {
        filter: { ...window(now + 7 * DAY, now + 720 * DAY), leastHypes: UPCOMING_HYPES },
        order: 'popularity',
      }
    case 'recent':
      return { filter: window(now - 180 * DAY, now), order: 'release' }
    case 'classic':
      return { filter: window(null, now - 5 * YEAR), order: 'popularity' }
    default:
      return { filter: NO_FILTER, order: 'popularity' }
  }
}

function window(from: number | null, until: number | null): GameFilter {
  return {
    ...NO_FILTER,
    releasedFrom: from === null ? null : Math.floor(from),
    releasedUntil: until === null ? null : Math.floor(until),
  }
}

/** Time range filter: the last 180 days, the next 90, or older than five years (C41). */
export function timeRange(range: ListQuery['timeRange'], now: number): GameFilter {
  if (range === 'recent') return window(now - 180 * DAY, now)
  if (range === 'upcoming') return window(now, now + 90 * DAY)
  if (range === 'classic') return window(null, now - 5 * YEAR)
  return NO_FILTER
}

export function ofYear(year: string): GameFilter {
  if (year === 'all') return NO_FILTER
  const first = (each: number) => Date.UTC(each, 0, 1) / 1000
  return window(first(Number(year)), first(Number(year) + 1))
}

/** Two filters at once: the later beginning and the earlier end (C41). */
export function both(a: GameFilter, b: GameFilter): GameFilter {
  const later = Math.max(a.releasedFrom ?? -Infinity, b.releasedFrom ?? -Infinity)
  const earlier = Math.min(a.releasedUntil ?? Infinity, b.releasedUntil ?? Infinity)
  return {
    ...a,
    releasedFrom: later === -Infinity ? null : later,
    releasedUntil: earlier === Infinity ? null : earlier,
    leastHypes: a.leastHypes ?? b.leastHypes,
    isRanked: a.isRanked || b.isRanked,
  }
}
