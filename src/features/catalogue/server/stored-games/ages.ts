import { sql } from 'kysely'
import { DAY_MS } from '#shared/durations.ts'

/** Ratings, screenshots and dates of a new game change daily, those of an old one rarely. */
const NEW_GAME_AGE_MS = 2 * DAY_MS
const OLD_GAME_AGE_MS = 30 * DAY_MS
const NEW_FOR_MS = 365 * DAY_MS
/**
 * Games that a run of the job refreshes, every ten minutes. IGDB returns 500 games in one of its four requests a second; RAWG
 * needs a request per game, and this uses a fifth of its 20,000 a month.
 */
export const REFRESHED_AT_ONCE = { igdb: 500, rawg: 1 } as const

export interface StoredFacts {
  /** Unix seconds. */
  first_release_date: number | null
  origin: string
  refreshed_at: Date
  /** The last time the source confirmed that the game exists. */
  last_validated: Date | null
}

/**
 * Returns whether a stored game needs a refresh: after two days when it was released within a year, is announced or has
 * no date; after thirty days otherwise. Also at once if no live source has described it yet, or only in a list (such
 * rows have the date of the epoch).
 */
export function isStale(game: StoredFacts, now: Date): boolean {
  const { newSince, newBefore, oldBefore } = ageLimitsAt(now)
  if (game.origin !== 'igdb' && game.origin !== 'rawg')
    return game.last_validated === null || game.last_validated < oldBefore
  const isNew = game.first_release_date === null || game.first_release_date >= newSince
  return game.refreshed_at < (isNew ? newBefore : oldBefore)
}

export interface Ages {
  /** Games released after this are refreshed when they were last refreshed before `newBefore`. */
  newSince: number
  newBefore: Date
  oldBefore: Date
}

export function ageLimitsAt(now: Date): Ages {
  const at = now.getTime()
  return {
    newSince: Math.floor((at - NEW_FOR_MS) / 1000),
    newBefore: new Date(at - NEW_GAME_AGE_MS),
    oldBefore: new Date(at - OLD_GAME_AGE_MS),
  }
}

/** The condition that a stored game needs a refresh; the same as `isStale`. */
export const isStaleOf = ({ newSince, newBefore, oldBefore }: Ages) => sql<boolean>`(
  (games.origin not in ('igdb', 'rawg') and coalesce(games.last_validated, '-infinity') < ${oldBefore})
  or (games.origin in ('igdb', 'rawg') and games.refreshed_at < ${oldBefore})
  or (games.origin in ('igdb', 'rawg') and games.refreshed_at < ${newBefore}
    and coalesce(games.first_release_date, ${newSince}) >= ${newSince})
)`
