import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import type { ForumThreadId, UserId } from '#shared/ids.ts'

/** Finds a post that readers see, with its thread and author; undefined if it is hidden or its author deleted. */
export async function findShownPost(
  db: Db,
  id: string,
): Promise<{ thread_id: ForumThreadId; author_id: UserId } | undefined> {
  const { rows } = await sql<{ thread_id: ForumThreadId; author_id: UserId }>`
    select post.thread_id, post.author_id
    from forum_posts post
    join forum_threads thread on thread.id = post.thread_id and thread.is_listed
    where post.id = ${id} and post.is_shown and post.author_id is not null`.execute(db)
  return rows[0]
}

/**
 * Lists the next subscribers of the thread after this member, in the order of their ids: without those that the post
 * mentions, who are notified of that, and without those in a block with the author of the thread, who do not see it.
 */
export async function listSubscribers(
  db: Db,
  { postId, threadId, after, most }: { postId: string; threadId: ForumThreadId; after: UserId | null; most: number },
): Promise<{ user_id: UserId; is_notified: boolean }[]> {
  const { rows } = await sql<{ user_id: UserId; is_notified: boolean }>`
    select subscription.user_id,
      not exists (
        select from forum_mentions mention
        where mention.item_id = ${postId} and mention.type = 'post' and mention.user_id = subscription.user_id
      ) and (thread.author_id is null or not ${isBlockBetween(sql`subscription.user_id`, sql`thread.author_id`)})
        as is_notified
    from forum_subscriptions subscription
    join forum_threads thread on thread.id = subscription.thread_id
    where subscription.thread_id = ${threadId} and subscription.is_on
      ${after === null ? sql`` : sql`and subscription.user_id > ${after}::uuid`}
    order by subscription.user_id
    limit ${most}`.execute(db)
  return rows
}
