import type { Db } from '#db/db.ts'
import type { OwnData } from '#server/own-data.ts'

/**
 * Exports what the member has written in the forum, with earlier and deleted texts, and the member's likes,
 * subscriptions, read states and mentions. With the account, threads and posts lose their author and stay (G55); all the
 * rest is deleted.
 */
export const ownForum: OwnData = {
  ownTables(db: Db, userId: string) {
    const forum_threads = db
      .selectFrom('forum_threads')
      .innerJoin('forum_categories', 'forum_categories.id', 'forum_threads.category_id')
      .where('author_id', '=', userId)
      .select(['forum_threads.id', 'forum_categories.slug as category', 'game_id', 'title', 'body', 'spoils_to'])
      .select(['written_at', 'likes_count', 'posts_count', 'edited_at', 'deleted_at', 'forum_threads.created_at'])
      .orderBy('forum_threads.id')
    const forum_posts = db
      .selectFrom('forum_posts')
      .innerJoin('forum_threads', 'forum_threads.id', 'forum_posts.thread_id')
      .where('forum_posts.author_id', '=', userId)
      .select(['forum_posts.id', 'thread_id', 'forum_threads.title as thread_title', 'number', 'quoted_post_id'])
      .select(['content', 'forum_posts.spoils_to', 'forum_posts.written_at', 'forum_posts.likes_count'])
      .select(['forum_posts.edited_at', 'forum_posts.deleted_at', 'forum_posts.created_at'])
      .orderBy('forum_posts.id')
    const forum_versions = db
      .selectFrom('forum_versions')
      .where('author_id', '=', userId)
      .select(['type', 'item_id', 'title', 'content', 'created_at', 'replaced_at'])
      .orderBy('replaced_at')
      .orderBy('id')
    const ofMember = (table: 'forum_likes' | 'forum_subscriptions' | 'forum_reads' | 'forum_mentions') =>
      db
        .selectFrom(table as 'forum_likes')
        .where('user_id', '=', userId)
        .selectAll()
    return {
      forum_threads,
      forum_posts,
      forum_versions,
      forum_likes: ofMember('forum_likes'),
      forum_subscriptions: ofMember('forum_subscriptions'),
      forum_reads: ofMember('forum_reads'),
      forum_mentions: ofMember('forum_mentions'),
      forum_all_reads: db.selectFrom('forum_all_reads').where('user_id', '=', userId).selectAll(),
    }
  },
}
