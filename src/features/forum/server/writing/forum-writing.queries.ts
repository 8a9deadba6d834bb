import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { playedShareSql } from '#features/spoilers/server/spoilers.service.ts'
import type { Viewer } from '#server/session.ts'
import type { ForumPostId, ForumThreadId, GameId, UserId } from '#shared/ids.ts'
import type { CategorySlug } from '../../forum.rules.ts'
import { isListedPost } from '../forum.queries.ts'
import type { LockedPost, LockedThread } from './forum-locks.queries.ts'

/** The author's progress in the game at the time of writing. */
const progressSql = (authorId: string, gameId: RawBuilder<unknown>) =>
  sql`floor(${playedShareSql(sql`${authorId}::uuid`, gameId)})`

export interface WrittenText {
  source: string
  html: string
  spoilsTo: number | null
}

export async function insertThread(
  db: Db,
  draft: WrittenText & {
    authorId: UserId
    category: CategorySlug
    title: string
    gameId: GameId | null
    isHeld: boolean
    at: Date
  },
): Promise<ForumThreadId> {
  const { authorId, category, title, gameId, source, html, spoilsTo, isHeld, at } = draft
  const { rows } = await sql<{ id: ForumThreadId }>`
    insert into forum_threads (
      category_id, author_id, game_id, title, body, body_html, spoils_to, written_at, held_at, last_post_at, created_at,
      updated_at
    )
    select category.id, ${authorId}::uuid, ${gameId}, ${title}, ${source}, ${html}, ${spoilsTo}::smallint,
      ${progressSql(authorId, sql`${gameId}::text`)}, ${isHeld ? at : null}::timestamptz, ${at}::timestamptz,
      ${at}::timestamptz, ${at}::timestamptz
    from forum_categories category where category.slug = ${category}
    returning id`.execute(db)
  return rows[0]?.id as ForumThreadId
}

/**
 * Inserts a post with the next number of its locked thread, and counts it. Its author has read the thread up to it, and
 * is subscribed unless the author has unsubscribed before. One statement, because each is a round trip while the lock
 * is held.
 */
export async function insertPost(
  db: Db,
  thread: LockedThread,
  draft: WrittenText & {
    authorId: UserId
    excerpt: string
    quotedId: ForumPostId | null
    isHeld: boolean
    at: Date
  },
): Promise<{ id: ForumPostId; number: number }> {
  const { authorId, quotedId, source, html, excerpt, spoilsTo, isHeld, at } = draft
  const counts = isHeld
    ? sql``
    : sql`, posts_count = posts_count + 1, shown_number = last_number + 1,
        last_post_at = greatest(last_post_at, ${at}::timestamptz)`
  const { rows } = await sql<{ id: ForumPostId; number: number }>`
    with counted as (
      update forum_threads set last_number = last_number + 1 ${counts} where id = ${thread.id} returning last_number
    ),
    posted as (
      insert into forum_posts (
        thread_id, number, author_id, quoted_post_id, content, content_html, excerpt, spoils_to, written_at, held_at,
        created_at, updated_at
      )
      select ${thread.id}::uuid, counted.last_number, ${authorId}::uuid, ${quotedId}::uuid, ${source}, ${html}, ${excerpt},
        ${spoilsTo}::smallint, ${progressSql(authorId, sql`${thread.game_id}::text`)},
        ${isHeld ? at : null}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
      from counted
      returning id, number
    ),
    subscribed as (
      insert into forum_subscriptions (user_id, thread_id, created_at)
      values (${authorId}::uuid, ${thread.id}::uuid, ${at}::timestamptz)
      on conflict (user_id, thread_id) do nothing
    ),
    marked as (
      insert into forum_reads as mark (user_id, thread_id, number, read_at)
      select ${authorId}::uuid, ${thread.id}::uuid, number, ${at}::timestamptz from posted
      on conflict (user_id, thread_id) do update
        set number = greatest(mark.number, excluded.number), read_at = excluded.read_at
    )
    select id, number from posted`.execute(db)
  return rows[0] as { id: ForumPostId; number: number }
}

/** The latest posts of a thread among which an equal one is looked for. */
const LATEST_LOOKED_AT = 100

/** Finds the same text by the same author among the latest posts of a locked thread. */
export async function findSamePost(
  db: Db,
  thread: LockedThread,
  { authorId, content, quotedId, since }: { authorId: UserId; content: string; quotedId: string | null; since: Date },
): Promise<ForumPostId | undefined> {
  const { rows } = await sql<{ id: ForumPostId }>`
    select id from forum_posts
    where thread_id = ${thread.id} and number > ${thread.last_number - LATEST_LOOKED_AT}
      and author_id = ${authorId} and created_at > ${since} and content = ${content}
      and quoted_post_id is not distinct from ${quotedId}::uuid and deleted_at is null
    order by number desc limit 1`.execute(db)
  return rows[0]?.id
}

/** Finds the same thread by the same author. */
export async function findSameThread(
  db: Db,
  draft: {
    authorId: UserId
    category: CategorySlug
    title: string
    body: string
    gameId: GameId | null
    since: Date
  },
): Promise<ForumThreadId | undefined> {
  const { rows } = await sql<{ id: ForumThreadId }>`
    select id from forum_threads
    where author_id = ${draft.authorId} and created_at > ${draft.since} and title = ${draft.title}
      and body = ${draft.body} and game_id is not distinct from ${draft.gameId} and deleted_at is null
      and category_id = (select id from forum_categories where slug = ${draft.category})
    order by created_at desc limit 1`.execute(db)
  return rows[0]?.id
}

/** Finds a post that a new reply may quote: a visible one of the thread, not by a member in a block with the viewer. */
export async function isQuotable(db: Db, viewer: Viewer, threadId: ForumThreadId, id: ForumPostId): Promise<boolean> {
  const { rows } = await sql`
    select from forum_posts post
    where post.id = ${id} and post.thread_id = ${threadId} and post.is_shown and ${isListedPost(viewer)}`.execute(db)
  return rows.length > 0
}

/** Returns the number of visible threads and posts of a member, except this one; it counts to `most`. */
export async function countShown(
  db: Db,
  authorId: UserId,
  { except, most }: { except: string | null; most: number },
): Promise<number> {
  const { rows } = await sql<{ shown: number }>`
    select count(*)::int as shown from (
      (select id from forum_posts where author_id = ${authorId} and is_shown and id is distinct from ${except}::uuid
        limit ${most})
      union all
      (select id from forum_threads where author_id = ${authorId} and is_listed and id is distinct from ${except}::uuid
        limit ${most})
    ) texts`.execute(db)
  return rows[0]?.shown ?? 0
}

const laterThanBefore = (at: Date) => sql<Date>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')`

/** Stores the text that an edit replaces. */
export async function insertVersion(
  db: Db,
  version: {
    type: 'thread' | 'post'
    itemId: string
    authorId: UserId
    title: string | null
    content: string
    html: string
    spoilsTo: number | null
    writtenAt: number | null
    createdAt: Date
    at: Date
  },
): Promise<void> {
  await db
    .insertInto('forum_versions')
    .values({
      type: version.type,
      item_id: version.itemId,
      author_id: version.authorId,
      title: version.title,
      content: version.content,
      content_html: version.html,
      spoils_to: version.spoilsTo,
      written_at: version.writtenAt,
      created_at: version.createdAt,
      replaced_at: version.at,
    })
    .execute()
}

/**
 * Returns SQL for `written_at` after an edit, as reviews have it: the same text keeps it, and a new one was written at the
 * furthest share of all its versions.
 */
const writtenAtAfter = (
  { game_id }: Pick<LockedThread, 'game_id'>,
  isSameText: RawBuilder<unknown>,
  authorId: string | null,
) => sql`case when ${isSameText} then written_at
  else greatest(written_at, ${progressSql(authorId as UserId, sql`${game_id}::text`)}) end`

/** Replaces the text of a thread; `heldAt` makes it wait for a moderator. */
export async function updateThreadText(
  db: Db,
  thread: LockedThread,
  { title, source, html, spoilsTo, heldAt, at }: WrittenText & { title: string; heldAt: Date | null; at: Date },
): Promise<void> {
  await sql`
    update forum_threads set title = ${title}, body = ${source}, body_html = ${html}, spoils_to = ${spoilsTo}::smallint,
      written_at = ${writtenAtAfter(thread, sql`body = ${source}`, thread.author_id)},
      held_at = ${heldAt}::timestamptz, edited_at = ${at}::timestamptz, updated_at = ${laterThanBefore(at)}
    where id = ${thread.id}`.execute(db)
}

/** Replaces the text of a post; `heldAt` makes it wait for a moderator. */
export async function updatePostText(
  db: Db,
  { id, author_id }: LockedPost,
  { game_id }: LockedThread,
  draft: WrittenText & { excerpt: string; heldAt: Date | null; at: Date },
): Promise<void> {
  const { source, html, excerpt, spoilsTo, heldAt, at } = draft
  await sql`
    update forum_posts set content = ${source}, content_html = ${html}, excerpt = ${excerpt},
      spoils_to = ${spoilsTo}::smallint, written_at = ${writtenAtAfter({ game_id }, sql`content = ${source}`, author_id)},
      held_at = ${heldAt}::timestamptz, edited_at = ${at}::timestamptz, updated_at = ${laterThanBefore(at)}
    where id = ${id}`.execute(db)
}

/** Pins, locks or moves a thread. */
export async function updateModeration(
  db: Db,
  id: ForumThreadId,
  { pinned, locked, category, at }: { pinned: boolean; locked: boolean; category: CategorySlug; at: Date },
): Promise<void> {
  await sql`
    update forum_threads set pinned = ${pinned}, locked = ${locked},
      category_id = (select id from forum_categories where slug = ${category}), updated_at = ${laterThanBefore(at)}
    where id = ${id}`.execute(db)
}

/** Returns whether somebody other than its author has a visible reply in the thread. */
export async function hasReplies(db: Db, thread: LockedThread): Promise<boolean> {
  const { rows } = await sql`
    select from forum_posts
    where thread_id = ${thread.id} and is_shown and author_id is distinct from ${thread.author_id}::uuid
    limit 1`.execute(db)
  return rows.length > 0
}

/** Marks a thread or a post as deleted; its row and number stay. */
export async function markDeleted(db: Db, type: 'thread' | 'post', id: string, at: Date): Promise<void> {
  await db
    .updateTable(type === 'thread' ? 'forum_threads' : 'forum_posts')
    .set({ deleted_at: at, updated_at: laterThanBefore(at) })
    .where('id', '=', id)
    .execute()
}

/** Returns whether the member has a visible post in the thread. */
export async function hasShownPost(db: Db, threadId: ForumThreadId, authorId: UserId): Promise<boolean> {
  const { rows } = await sql`
    select from forum_posts where author_id = ${authorId} and thread_id = ${threadId} and is_shown limit 1`.execute(db)
  return rows.length > 0
}
