import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Viewer } from '#server/session.ts'
import type { ForumPostId, ForumThreadId, GameId, UserId } from '#shared/ids.ts'
import { type Role, readRole } from '#shared/roles.ts'
import type { CategorySlug } from '../../forum.rules.ts'
import { isListedPost, isReadableThread } from '../forum.queries.ts'

/**
 * Locks the member until the end of the transaction, so that two texts of one member are written one after the other,
 * and returns the present role, which a session may not have yet. Returns undefined for a disabled or deleted member.
 */
export async function lockMember(db: Db, viewer: Viewer): Promise<Role | undefined> {
  const { rows } = await sql<{ role: string }>`
    select role from profiles where id = ${viewer.id} and disabled_at is null for no key update`.execute(db)
  return rows[0] && readRole(rows[0].role)
}

export interface LockedThread {
  id: ForumThreadId
  category: CategorySlug
  author_id: UserId | null
  game_id: GameId | null
  title: string
  body: string
  body_html: string
  spoils_to: number | null
  written_at: number | null
  pinned: boolean
  locked: boolean
  likes_count: number
  last_number: number
  hidden_at: Date | null
  held_at: Date | null
  edited_at: Date | null
  created_at: Date
  updated_at: Date
}

/**
 * Finds a thread that the viewer may read, and locks it unless `isLocked` is false. Who changes the text or the state of
 * one of its posts locks the thread before the post; a like locks only the post.
 */
export async function lockThread(
  db: Db,
  viewer: Viewer,
  id: string,
  { isLocked = true } = {},
): Promise<LockedThread | undefined> {
  const { rows } = await sql<LockedThread>`
    select thread.id, category.slug as category, thread.author_id, thread.game_id, thread.title, thread.body,
      thread.body_html, thread.spoils_to, thread.written_at, thread.pinned, thread.locked, thread.likes_count,
      thread.last_number, thread.hidden_at, thread.held_at, thread.edited_at, thread.created_at, thread.updated_at
    from forum_threads thread
    join forum_categories category on category.id = thread.category_id
    where thread.id = ${id} and ${isReadableThread(viewer)}
    ${isLocked ? sql`for no key update of thread` : sql``}`.execute(db)
  return rows[0]
}

export interface LockedPost {
  id: ForumPostId
  thread_id: ForumThreadId
  number: number
  author_id: UserId | null
  content: string
  content_html: string
  spoils_to: number | null
  written_at: number | null
  likes_count: number
  hidden_at: Date | null
  held_at: Date | null
  edited_at: Date | null
  created_at: Date
  updated_at: Date
}

/** Returns the thread of a post. */
export async function findThreadId(db: Db, postId: string): Promise<ForumThreadId | undefined> {
  const row = await db.selectFrom('forum_posts').where('id', '=', postId).select('thread_id').executeTakeFirst()
  return row?.thread_id as ForumThreadId | undefined
}

/** Locks a post that the viewer receives and that is not deleted. */
export async function lockPost(db: Db, viewer: Viewer, id: string): Promise<LockedPost | undefined> {
  const { rows } = await sql<LockedPost>`
    select post.id, post.thread_id, post.number, post.author_id, post.content, post.content_html, post.spoils_to,
      post.written_at, post.likes_count, post.hidden_at, post.held_at, post.edited_at, post.created_at, post.updated_at
    from forum_posts post
    where post.id = ${id} and post.deleted_at is null and ${isListedPost(viewer)}
    for no key update of post`.execute(db)
  return rows[0]
}
