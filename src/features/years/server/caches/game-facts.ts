import type { Db } from '#db/db.ts'
import type { Changes } from '#server/changes.ts'
import { cacheValues } from '#server/row-cache.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import type { Reviews } from '../../years.rules.ts'
import { listGenres, sumReviews } from '../years.queries.ts'

/** About a hundred bytes each. Twenty-five years of 2,000 distinct games have as many. */
const MAX = 50_000

/** What a year says about its games beyond the member's own rows. */
export interface GameFacts {
  /** The names of the genres of each game. */
  genres: (ids: readonly GameId[]) => Promise<ReadonlyMap<GameId, readonly string[]>>
  /** The listed reviews of each game, by all members. */
  reviews: (ids: readonly GameId[]) => Promise<ReadonlyMap<GameId, Reviews>>
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

const NO_REVIEWS: Reviews = { reviews: 0, halfStars: 0 }

/** Every game has a value, those without a review too, so that it is not looked up each time. */
async function reviewsOf(db: Db, ids: readonly GameId[]): Promise<Map<GameId, Reviews>> {
  const found = new Map<GameId, Reviews>()
  for (const id of ids) found.set(id, NO_REVIEWS)
  for (const { game_id, reviews, half_stars } of await sumReviews(db, ids))
    found.set(game_id, { reviews, halfStars: half_stars })
  return found
}

/**
 * Reads genres and sums of reviews through caches by game, because the years of all members show the same games, and a
 * review or a change of one game leaves the others in memory (decision 0084).
 */
export const cacheGameFacts = (db: Db, changes: Pick<Changes, 'isLive' | 'subscribe'>): GameFacts => ({
  genres: cacheValues(changes, {
    find: (ids: readonly GameId[]) => genresOf(db, ids),
    kind: tag.game,
    all: [tag.games],
    most: MAX,
  }),
  reviews: cacheValues(changes, {
    find: (ids: readonly GameId[]) => reviewsOf(db, ids),
    kind: tag.reviewsOf,
    // The reviews of a member who is disabled or enabled.
    all: [tag.games, tag.peopleLists],
    most: MAX,
  }),
})
