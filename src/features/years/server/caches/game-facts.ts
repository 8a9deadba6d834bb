import type { Db } from '#db/db.ts'
import type { Changes } from '#server/changes.ts'
import { cacheRows } from '#server/row-cache.ts'
import { tag } from '#server/tags.ts'
import type { GameId } from '#shared/ids.ts'
import { listGenres, listReviews, type ReviewsRow } from '../years.queries.ts'

/** Some hundred bytes each. Twenty-five years of 2,000 distinct games have as many. */
const MOST = 50_000

interface GenresOfGame {
  id: GameId
  names: readonly string[]
}

/** What a year says about its games beyond the member's own rows. */
export interface GameFacts {
  genres: (ids: readonly GameId[]) => Promise<readonly GenresOfGame[]>
  /** The listed reviews of each game, by all members. */
  reviews: (ids: readonly GameId[]) => Promise<readonly ReviewsRow[]>
}

/**
 * Reads genres and sums of reviews through caches by game, because the years of all members show the same games, and a
 * review or a change of one game leaves the others in memory (decision 0084).
 */
export const cacheGameFacts = (db: Db, changes: Pick<Changes, 'isLive' | 'subscribe'>): GameFacts => ({
  genres: cacheRows<GameId, GenresOfGame>(changes, {
    find: async (ids) =>
      (await listGenres(db, ids)).flatMap(({ genres, game_ids }) => {
        const names = genres.flatMap(({ name }) => name ?? [])
        return game_ids.split(' ').map((id) => ({ id: id as GameId, names }))
      }),
    idOf: ({ id }) => id,
    kind: tag.game,
    all: [tag.games],
    most: MOST,
  }),
  reviews: cacheRows<GameId, ReviewsRow>(changes, {
    find: (ids) => listReviews(db, ids),
    idOf: ({ game_id }) => game_id as GameId,
    kind: tag.reviewsOf,
    // The reviews of a member who is disabled or enabled.
    all: [tag.games, tag.peopleLists],
    most: MOST,
  }),
})
