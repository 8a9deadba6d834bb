import { sql } from 'kysely'
import { type Db, plannedEachTime } from '#db/db.ts'
import type { Viewer } from '#server/session.ts'
import { hasWords } from '#server/title-search.ts'
import type { GameId, ReviewId, UserId } from '#shared/ids.ts'
import { isListedFor } from '../lists/review-lists.queries.ts'

export interface FoundReviewRow {
  id: ReviewId
  game_id: GameId
  rating: number
  user_id: UserId
  username: string | null
  display_name: string | null
}

/** Limits the reviews to rank, all of which the viewer may read, so that a common word does not sort half of all reviews. */
const CANDIDATES = 200

/**
 * Finds public reviews by the words in the first 500 letters of their texts (`title_lexemes`), the most helpful first. A text that spoils is not searched: a result would
 * say what is in it. The search is planned each time, because a common word is found soonest without the index.
 */
export async function findReviews(
  db: Db,
  viewer: Viewer | null,
  words: readonly string[],
  most: number,
): Promise<FoundReviewRow[]> {
  const { rows } = await sql<FoundReviewRow>`${plannedEachTime}
    with candidates as materialized (
      select review.id from reviews review
      where ${isListedFor(viewer)} and coalesce(review.spoils_to, 0) = 0
        and ${hasWords(sql`title_words(review.review_text)`, words)}
      limit ${sql.lit(CANDIDATES)}
    )
    select review.id, review.game_id, review.rating, review.user_id, author.username, author.display_name
    from candidates
    join reviews review on review.id = candidates.id
    join profiles author on author.id = review.user_id
    order by review.helpfulness desc, review.created_at desc, review.id desc
    limit ${sql.lit(most)}`.execute(db)
  return rows
}
