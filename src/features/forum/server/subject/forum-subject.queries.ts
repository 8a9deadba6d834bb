import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'
import type { CategorySlug } from '../../forum.rules.ts'
import { isListedPost, isReadableThread } from '../forum.queries.ts'

export async function findThreadOwner(
  db: Db,
  viewer: Viewer | null,
  id: string,
): Promise<{ author_id: UserId | null } | undefined> {
  const { rows } = await sql<{ author_id: UserId | null }>`
    select thread.author_id from forum_threads thread
    where thread.id = ${id} and ${isReadableThread(viewer)}`.execute(db)
  return rows[0]
}

/** A hidden or deleted post cannot be reported, except by those who receive its text. */
export async function findPostOwner(
  db: Db,
  viewer: Viewer | null,
  id: string,
): Promise<{ author_id: UserId | null } | undefined> {
  const { rows } = await sql<{ author_id: UserId | null }>`
    select post.author_id
    from forum_posts post
    join forum_threads thread on thread.id = post.thread_id
    where post.id = ${id} and post.deleted_at is null and ${isReadableThread(viewer)} and ${isListedPost(viewer)}
      and (post.hidden_at is null or post.author_id = ${viewer?.id ?? null}::uuid)`.execute(db)
  return rows[0]
}

export interface ReportedRow {
  id: string
  author_id: UserId | null
  title: string
  html: string
  is_hidden: boolean
  is_deleted: boolean
}

export async function listReportedThreads(db: Db, ids: readonly string[]): Promise<ReportedRow[]> {
  const { rows } = await sql<ReportedRow>`
    select id, author_id, title, body_html as html, hidden_at is not null as is_hidden, false as is_deleted
    from forum_threads where id = any(${ids}::uuid[]) and deleted_at is null`.execute(db)
  return rows
}

export async function listReportedPosts(db: Db, ids: readonly string[]): Promise<ReportedRow[]> {
  const { rows } = await sql<ReportedRow>`
    select post.id, post.author_id, thread.title, post.content_html as html, post.hidden_at is not null as is_hidden,
      thread.deleted_at is not null as is_deleted
    from forum_posts post
    join forum_threads thread on thread.id = post.thread_id
    where post.id = any(${ids}::uuid[]) and post.deleted_at is null`.execute(db)
  return rows
}

/** Hides a thread, or shows it again (null). Returns undefined when it is deleted or already in that state. */
export async function hideThread(
  db: Db,
  id: string,
  at: Date | null,
): Promise<{ id: string; category: CategorySlug; game_id: string | null } | undefined> {
  const { rows } = await sql<{ id: string; category: CategorySlug; game_id: string | null }>`
    update forum_threads set hidden_at = ${at}::timestamptz
    from forum_categories category
    where forum_threads.id = ${id} and category.id = forum_threads.category_id and deleted_at is null
      and (hidden_at is null) = ${at !== null}::boolean
    returning forum_threads.id, category.slug as category, game_id`.execute(db)
  return rows[0]
}

/** Locks the thread of a post, as every change of a post does. */
export async function lockThreadOf(
  db: Db,
  postId: string,
): Promise<{ id: string; category: CategorySlug; game_id: string | null } | undefined> {
  const { rows } = await sql<{ id: string; category: CategorySlug; game_id: string | null }>`
    select thread.id, category.slug as category, thread.game_id
    from forum_threads thread
    join forum_categories category on category.id = thread.category_id
    where thread.id = (select thread_id from forum_posts where id = ${postId}) and thread.deleted_at is null
    for no key update of thread`.execute(db)
  return rows[0]
}

/** Hides a post, or shows it again (null). Returns undefined when it is deleted or already in that state. */
export async function hidePost(db: Db, id: string, at: Date | null) {
  const { rows } = await sql<{ number: number; author_id: UserId | null }>`
    update forum_posts set hidden_at = ${at}::timestamptz
    where id = ${id} and deleted_at is null and (hidden_at is null) = ${at !== null}::boolean
    returning number, author_id`.execute(db)
  return rows[0]
}
