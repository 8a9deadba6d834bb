import type { Db } from '#db/db.ts'
import type { Changes } from '#server/changes.ts'
import { cacheValues } from '#server/row-cache.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import type { Ratings } from '../../years.rules.ts'
import { listGenres, sumRatings } from '../years.queries.ts'

/** About a hundred bytes each. Twenty-five years of 2,000 distinct games have as many. */
const MAX = 50_000

/** What a year says about its games beyond the member's own rows. */
export interface GameFacts {
  /** The names of the genres of each game. */
  genres: (ids: readonly GameId[]) => Promise<ReadonlyMap<GameId, readonly string[]>>
  /** The public stars of each game, by all members. */
  ratings: (ids: readonly GameId[]) => Promise<ReadonlyMap<GameId, Ratings>>
}

/** Games with the same genres share one list of names. */
async function genresOf(db: Db, ids: readonly GameId[]): Promise<Map<GameId, readonly string[]>> {
  const found = new Map<GameId, readonly string[]>()
  for (const { genres, game_ids } of await listGenres(db, ids)) {
    const names = (JSON.parse(genres) as { name?: string }[]).flatMap(({ name }) => name ?? [])
    for (const id of game_ids.split(' ')) found.set(id as GameId, names)
  }
  return found
}

const NO_RATINGS: Ratings = { members: 0, halfStars: 0 }

/** Every game has a value, those without stars too, so that it is not looked up each time. */
async function ratingsOf(db: Db, ids: readonly GameId[]): Promise<Map<GameId, Ratings>> {
  const found = new Map<GameId, Ratings>()
  for (const id of ids) found.set(id, NO_RATINGS)
  for (const { game_id, members, half_stars } of await sumRatings(db, ids))
    found.set(game_id, { members, halfStars: half_stars })
  return found
}

/**
 * Reads genres and sums of stars through caches by game, because the years of all members show the same games, and a
 * star or a change of one game leaves the others in memory (decision 0084).
 */
export const cacheGameFacts = (db: Db, changes: Pick<Changes, 'isLive' | 'subscribe'>): GameFacts => ({
  genres: cacheValues(changes, {
    find: (ids: readonly GameId[]) => genresOf(db, ids),
    kind: tag.game,
    all: [tag.games],
    most: MAX,
  }),
  ratings: cacheValues(changes, {
    find: (ids: readonly GameId[]) => ratingsOf(db, ids),
    kind: tag.reviewsOf,
    // The stars of a member who is disabled or enabled, or opens or closes the library.
    all: [tag.games, tag.peopleLists],
    most: MAX,
  }),
})
