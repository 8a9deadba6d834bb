import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/** Exports the posts that an admin wrote. They stay on the site without their author when the account is deleted. */
export const ownNews: OwnData = {
  ownTables(db: Db, userId: string) {
    const news_posts = db
      .selectFrom('news_posts')
      .where('author_id', '=', userId)
      .select(['id', 'slug', 'title', 'excerpt', 'content', 'featured_image', 'category', 'badge', 'status'])
      .select(['published_at', 'created_at', 'updated_at'])
      .orderBy('id')
    return { news_posts }
  },
}
