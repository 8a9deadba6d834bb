import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Viewer } from '#server/session.ts'
import type { ForumThreadId, UserId } from '#shared/ids.ts'
import { isReadableThread, isUnblocked } from '../forum.queries.ts'

/**
 * Stores that the member has read a thread up to this post; a smaller number changes nothing. If all later posts are by
 * members in a block with this one, who never receives them, they count as read too. Returns the stored number; undefined
 * for a thread that the member may not read.
 */
export async function markRead(
  db: Db,
  viewer: Viewer,
  threadId: ForumThreadId,
  { number, at }: { number: number; at: Date },
): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    insert into forum_reads as mark (user_id, thread_id, number, read_at)
    select ${viewer.id}::uuid, thread.id,
      case when later.number is null then greatest(least(${number}::integer, thread.last_number), thread.shown_number)
        else least(${number}::integer, thread.last_number) end,
      ${at}::timestamptz
    from forum_threads thread
    left join lateral (
      select post.number from forum_posts post
      where post.thread_id = thread.id and post.number > ${number}::integer and post.is_shown
        and ${isUnblocked(viewer, sql`post.author_id`)}
      order by post.number limit 1
    ) later on true
    where thread.id = ${threadId} and ${isReadableThread(viewer)}
    on conflict (user_id, thread_id) do update
      set number = greatest(mark.number, excluded.number), read_at = excluded.read_at
    returning number`.execute(db)
  return rows[0]?.number
}

/** Marks all threads as read: those that the member has opened by their latest post, the others by the instant. */
export async function markAllRead(db: Db, viewer: Viewer, at: Date): Promise<void> {
  await sql`
    insert into forum_all_reads (user_id, read_at) values (${viewer.id}, ${at})
    on conflict (user_id) do update set read_at = greatest(forum_all_reads.read_at, excluded.read_at)`.execute(db)
  await sql`
    update forum_reads mark set number = thread.last_number, read_at = ${at}
    from forum_threads thread
    where mark.user_id = ${viewer.id} and thread.id = mark.thread_id and mark.number < thread.last_number`.execute(db)
}

/** Subscribes the author of a text, unless the member has unsubscribed before. */
export async function subscribeAuthor(db: Db, userId: UserId, threadId: ForumThreadId, at: Date): Promise<void> {
  await sql`
    insert into forum_subscriptions (user_id, thread_id, created_at) values (${userId}, ${threadId}, ${at})
    on conflict (user_id, thread_id) do nothing`.execute(db)
}

/** Sets whether the member is subscribed. Returns false for a thread that the member may not read. */
export async function setSubscribed(
  db: Db,
  viewer: Viewer,
  threadId: ForumThreadId,
  { isOn, at }: { isOn: boolean; at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into forum_subscriptions (user_id, thread_id, is_on, created_at)
    select ${viewer.id}::uuid, thread.id, ${isOn}::boolean, ${at}::timestamptz
    from forum_threads thread where thread.id = ${threadId} and ${isReadableThread(viewer)}
    on conflict (user_id, thread_id) do update set is_on = excluded.is_on
    returning user_id`.execute(db)
  return rows.length > 0
}
