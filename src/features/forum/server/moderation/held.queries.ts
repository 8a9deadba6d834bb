import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isAfter, type Keyset } from '#db/keyset.ts'
import type { ForumThreadId } from '#shared/ids.ts'
import type { LikedType } from '../../forum.rules.ts'
import type { AuthorRow } from '../forum.queries.ts'

export interface HeldRow {
  type: LikedType
  id: string
  thread_id: ForumThreadId
  title: string
  html: string
  author: AuthorRow | null
  created_at: Date
}

/** Lists what waits for a moderator, oldest first. */
export async function listHeld(db: Db, after: Keyset | null, most: number): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select held.type, held.id, held.thread_id, held.title, held.html, held.created_at,
      case when author.id is not null then json_build_object(
        'id', author.id, 'username', author.username, 'display_name', author.display_name,
        'avatar_url', author.avatar_url, 'role', author.role
      ) end as author
    from (
      (
        select 'thread' as type, thread.id, thread.id as thread_id, thread.title, thread.body_html as html,
          thread.author_id, thread.created_at
        from forum_threads thread
        where thread.held_at is not null and thread.deleted_at is null and ${isAfter(after, 'thread.created_at', 'thread.id')}
        order by thread.created_at, thread.id limit ${most}
      )
      union all
      (
        select 'post', post.id, post.thread_id, thread.title, post.content_html, post.author_id, post.created_at
        from forum_posts post
        join forum_threads thread on thread.id = post.thread_id and thread.deleted_at is null
        where post.held_at is not null and post.deleted_at is null and ${isAfter(after, 'post.created_at', 'post.id')}
        order by post.created_at, post.id limit ${most}
      )
    ) held
    left join profiles author on author.id = held.author_id and author.disabled_at is null
    order by held.created_at, held.id
    limit ${most}`.execute(db)
  return rows
}

export async function countHeld(db: Db): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select (
      (select count(*) from forum_threads where held_at is not null and deleted_at is null)
      + (
        select count(*) from forum_posts post
        join forum_threads thread on thread.id = post.thread_id and thread.deleted_at is null
        where post.held_at is not null and post.deleted_at is null
      )
    )::int as held`.execute(db)
  return rows[0]?.held ?? 0
}

/** Ends the waiting of a locked item. */
export async function showHeldItem(db: Db, type: LikedType, id: string): Promise<void> {
  await db
    .updateTable(type === 'thread' ? 'forum_threads' : 'forum_posts')
    .set({ held_at: null })
    .where('id', '=', id)
    .execute()
}

/** Puts an approved thread where a new one would be. */
export async function bumpThread(db: Db, id: string, at: Date): Promise<void> {
  await sql`
    update forum_threads set last_post_at = greatest(last_post_at, ${at}::timestamptz) where id = ${id}`.execute(db)
}
