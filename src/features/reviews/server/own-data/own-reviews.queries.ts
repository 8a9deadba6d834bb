import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the member's reviews with the names of their games, and the ids of liked and bookmarked reviews. */
export const ownReviews: OwnData = {
  ownTables(db: Db, userId: string) {
    const reviews = db
      .selectFrom('reviews')
      .innerJoin('games', 'games.id', 'reviews.game_id')
      .where('reviews.user_id', '=', userId)
      .select([
        'reviews.id',
        'reviews.game_id',
        'games.name as game_name',
        'reviews.rating',
        'reviews.review_text',
        'reviews.is_public',
        'reviews.platform',
        'reviews.playthrough_id',
        'reviews.hours',
        'reviews.finish_level',
        'reviews.spoils_to',
        'reviews.written_at',
        'reviews.likes_count',
        'reviews.bookmarks_count',
        'reviews.created_at',
        'reviews.updated_at',
      ])
      .orderBy('reviews.id')
    const review_likes = db
      .selectFrom('review_likes')
      .where('user_id', '=', userId)
      .select(['review_id', 'created_at'])
      .orderBy('review_id')
    const review_bookmarks = db
      .selectFrom('review_bookmarks')
      .where('user_id', '=', userId)
      .select(['review_id', 'created_at'])
      .orderBy('review_id')
    return { reviews, review_likes, review_bookmarks }
  },
}
