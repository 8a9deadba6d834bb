const DAY_MS = 24 * 60 * 60_000
/** Ratings, screenshots and dates of a new game change by the day, those of an old one hardly. */
const NEW_GAME_AGE_MS = 2 * DAY_MS
const OLD_GAME_AGE_MS = 30 * DAY_MS
const NEW_FOR_MS = 365 * DAY_MS

export interface StoredFacts {
  /** Unix seconds. */
  first_release_date: number | null
  origin: string
  refreshed_at: Date
  /** When its source was last asked whether there is such a game. */
  last_validated: Date | null
}

/**
 * Whether a stored game is to be asked for again: after two days when it came out within a year, is announced or has no
 * date; after thirty days otherwise; and at once when no live source has been asked, or only for a list (its rows bear the
 * date of the epoch).
 */
export function isStale(game: StoredFacts, now: Date): boolean {
  const { newSince, newBefore, oldBefore } = ageLimitsAt(now)
  if (game.origin !== 'igdb' && game.origin !== 'rawg')
    return game.last_validated === null || game.last_validated < oldBefore
  const isNew = game.first_release_date === null || game.first_release_date >= newSince
  return game.refreshed_at < (isNew ? newBefore : oldBefore)
}

export function ageLimitsAt(now: Date): { newSince: number; newBefore: Date; oldBefore: Date } {
  const at = now.getTime()
  return {
    newSince: Math.floor((at - NEW_FOR_MS) / 1000),
    newBefore: new Date(at - NEW_GAME_AGE_MS),
    oldBefore: new Date(at - OLD_GAME_AGE_MS),
  }
}
