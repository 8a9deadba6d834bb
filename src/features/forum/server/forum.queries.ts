import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { idsInBlockWith } from '#features/blocks/server/blocks.service.ts'
import { type HoldRow, holdSql } from '#features/moderation/server/moderation.service.ts'
import { type ReadingRow, readingSql } from '#features/spoilers/server/spoilers.service.ts'
import type { Viewer } from '#server/session.ts'
import type { ForumPostId, ForumThreadId, GameId } from '#shared/ids.ts'
import { isModerator } from '#shared/roles.ts'
import type { CategorySlug } from '../forum.rules.ts'
import { POST, THREAD } from '../forum.subject.ts'

/** An author in JSON; null after the account is deleted, while it is disabled, and for a block with the reader. */
export interface AuthorRow {
  id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
  role: string
}

export const idOf = (viewer: Viewer) => sql`${viewer.id}::uuid`

/**
 * Returns the condition that an author is not in a block with the viewer. Moderators see the texts of everybody, or a
 * member could escape moderation by blocking them.
 */
export const isUnblocked = (viewer: Viewer | null, authorId: RawBuilder<unknown>) =>
  viewer === null || isModerator(viewer)
    ? sql<boolean>`true`
    : sql<boolean>`(${authorId} is null or ${authorId} not in (${idsInBlockWith(idOf(viewer))}))`

/**
 * Returns the condition for threads that the viewer may read: those that are listed, without a block between the author
 * and the viewer; hidden and held ones for their author; all but deleted ones for moderators (G16, G21).
 */
export function isReadableThread(viewer: Viewer | null, alias = 'thread'): RawBuilder<boolean> {
  const thread = sql.ref(alias)
  if (viewer === null) return sql`${thread}.is_listed`
  if (isModerator(viewer)) return sql`${thread}.deleted_at is null`
  const isOwn = sql`${thread}.author_id = ${idOf(viewer)} and ${thread}.deleted_at is null`
  return sql`((${thread}.is_listed and ${isUnblocked(viewer, sql`${thread}.author_id`)}) or (${isOwn}))`
}

/**
 * Returns the condition for posts in the answer. Deleted and hidden ones are in it without their text. Held ones are in
 * it for their author and moderators, and those of members in a block with the viewer are not.
 */
export function isListedPost(viewer: Viewer | null): RawBuilder<boolean> {
  if (viewer === null) return sql`post.held_at is null`
  if (isModerator(viewer)) return sql`true`
  return sql`((post.held_at is null and ${isUnblocked(viewer, sql`post.author_id`)}) or post.author_id = ${idOf(viewer)})`
}

export const authorJson = (alias: string) => {
  const author = sql.ref(alias)
  return sql<AuthorRow | null>`case when ${author}.id is not null then json_build_object(
    'id', ${author}.id, 'username', ${author}.username, 'display_name', ${author}.display_name,
    'avatar_url', ${author}.avatar_url, 'role', ${author}.role
  ) end`
}
/** A disabled author is shown as a deleted one. */
export const joinAuthor = (alias: string, id: RawBuilder<unknown>) =>
  sql`left join profiles ${sql.ref(alias)} on ${sql.ref(alias)}.id = ${id} and ${sql.ref(alias)}.disabled_at is null`

/** A text as it was typed, which only its author receives: the others need not wait for it. */
const sourceOf = (
  viewer: Viewer | null,
  { text, authorId }: { text: RawBuilder<string>; authorId: RawBuilder<unknown> },
): RawBuilder<string | null> =>
  viewer === null ? sql`null::text` : sql`case when ${authorId} = ${idOf(viewer)} then ${text} end`

/** PostgreSQL may answer `exists` by reading all likes of the viewer. It answers this by one lookup for each row. */
const isLiked = (viewer: Viewer | null, type: 'thread' | 'post') =>
  viewer === null
    ? sql<boolean>`false`
    : sql<boolean>`coalesce((
        select true from forum_likes mark
        where mark.user_id = ${idOf(viewer)} and mark.type = ${type} and mark.item_id = ${sql.ref(type)}.id
      ), false)`

export const readStateJoins = (viewer: Viewer | null) =>
  viewer === null
    ? sql``
    : sql`left join forum_reads mark on mark.user_id = ${idOf(viewer)} and mark.thread_id = thread.id
        left join forum_subscriptions subscription
          on subscription.user_id = ${idOf(viewer)} and subscription.thread_id = thread.id`

export interface ThreadRow extends ReadingRow {
  id: ForumThreadId
  category: CategorySlug
  author_id: string | null
  title: string
  /** As the author typed it; null for everybody else. */
  body: string | null
  body_html: string
  game_id: GameId | null
  pinned: boolean
  locked: boolean
  likes_count: number
  posts_count: number
  last_number: number
  last_post_at: Date
  edited_at: Date | null
  hidden_at: Date | null
  held_at: Date | null
  hold: HoldRow | null
  created_at: Date
  updated_at: Date
  author: AuthorRow | null
  is_liked: boolean
  is_subscribed: boolean
  read_number: number | null
  /** Somebody else has replied; false unless the viewer is the author. */
  has_replies: boolean
}

/** Finds a thread that the viewer may read, with the viewer's like, subscription and read state, in one statement. */
export async function findThread(db: Db, viewer: Viewer | null, id: string): Promise<ThreadRow | undefined> {
  const own =
    viewer === null
      ? sql`false as is_subscribed, null::integer as read_number, false as has_replies`
      : sql`coalesce(subscription.is_on, false) as is_subscribed, mark.number as read_number,
          thread.author_id = ${idOf(viewer)} and thread.posts_count > 0 and exists (
            select from forum_posts reply
            where reply.thread_id = thread.id and reply.is_shown and reply.author_id is distinct from thread.author_id
          ) as has_replies`
  const { rows } = await sql<ThreadRow>`
    select thread.id, category.slug as category, thread.author_id, thread.title,
      ${sourceOf(viewer, { text: sql`thread.body`, authorId: sql`thread.author_id` })} as body, thread.body_html,
      thread.game_id, thread.pinned, thread.locked, thread.likes_count, thread.posts_count, thread.last_number,
      thread.last_post_at, thread.edited_at, thread.hidden_at, thread.held_at, thread.created_at, thread.updated_at,
      ${holdSql(THREAD.type, sql`thread.id`, sql`thread.held_at is not null`)} as hold,
      ${authorJson('author')} as author, ${isLiked(viewer, 'thread')} as is_liked, ${own},
      ${readingSql(viewer, { text: 'thread', gameId: sql`thread.game_id` })}
    from forum_threads thread
    join forum_categories category on category.id = thread.category_id
    ${joinAuthor('author', sql`thread.author_id`)}
    ${readStateJoins(viewer)}
    where thread.id = ${id} and ${isReadableThread(viewer)}`.execute(db)
  return rows[0]
}

/** A quoted post in JSON. */
export interface QuoteRow extends ReadingRow {
  id: ForumPostId
  number: number
  author_id: string | null
  excerpt: string
  is_deleted: boolean
  is_hidden: boolean
  author: AuthorRow | null
}

export interface PostRow extends ReadingRow {
  id: ForumPostId
  thread_id: ForumThreadId
  number: number
  author_id: string | null
  /** As the author typed it; null for everybody else. */
  content: string | null
  content_html: string
  likes_count: number
  edited_at: Date | null
  hidden_at: Date | null
  deleted_at: Date | null
  held_at: Date | null
  hold: HoldRow | null
  created_at: Date
  updated_at: Date
  author: AuthorRow | null
  is_liked: boolean
  is_locked: boolean
  /** Of the thread. */
  last_number: number
  /** Null without a quote, and if its author is in a block with the viewer. */
  quote: QuoteRow | null
}

const postsSql = (viewer: Viewer | null, which: RawBuilder<unknown>) => sql<PostRow>`
  select post.id, post.thread_id, post.number, post.author_id,
    ${sourceOf(viewer, { text: sql`post.content`, authorId: sql`post.author_id` })} as content,
    post.content_html, post.likes_count,
    post.edited_at, post.hidden_at, post.deleted_at, post.held_at, post.created_at, post.updated_at,
    thread.locked as is_locked, thread.last_number, ${authorJson('author')} as author,
    ${isLiked(viewer, 'post')} as is_liked,
    ${holdSql(POST.type, sql`post.id`, sql`post.held_at is not null`)} as hold,
    ${readingSql(viewer, { text: 'post', gameId: sql`thread.game_id` })},
    case when post.quoted_post_id is not null then (
      select to_json(quote) from (
        select quoted.id, quoted.number, quoted.author_id, quoted.excerpt, quoted.deleted_at is not null as is_deleted,
          quoted.hidden_at is not null or quoted.held_at is not null as is_hidden,
          ${authorJson('quoted_author')} as author,
          ${readingSql(viewer, { text: 'quoted', gameId: sql`thread.game_id` })}
        from forum_posts quoted
        ${joinAuthor('quoted_author', sql`quoted.author_id`)}
        where quoted.id = post.quoted_post_id and ${isUnblocked(viewer, sql`quoted.author_id`)}
      ) quote
    ) end as quote
  from forum_posts post
  join forum_threads thread on thread.id = post.thread_id
  ${joinAuthor('author', sql`post.author_id`)}
  where ${which} and ${isListedPost(viewer)}`

/**
 * Lists the posts with these numbers of a thread that the viewer may read, in one statement: the last page of a long thread
 * costs what the first one does.
 */
export async function listPosts(
  db: Db,
  viewer: Viewer | null,
  threadId: ForumThreadId,
  { from, to }: { from: number; to: number },
): Promise<PostRow[]> {
  const which = sql`
    post.thread_id = ${threadId} and post.number between ${from} and ${to} and ${isReadableThread(viewer)}`
  const { rows } = await sql<PostRow>`${postsSql(viewer, which)} order by post.number`.execute(db)
  return rows
}

/** Finds a post in a thread that the viewer may read. A deleted post is found too: its permalink still leads to it. */
export async function findPost(db: Db, viewer: Viewer | null, id: string): Promise<PostRow | undefined> {
  const { rows } = await postsSql(viewer, sql`post.id = ${id} and ${isReadableThread(viewer)}`).execute(db)
  return rows[0]
}

/** Returns the number of the latest post of a thread that the viewer may read; undefined without one. */
export async function findLastNumber(db: Db, viewer: Viewer | null, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ last_number: number }>`
    select thread.last_number from forum_threads thread
    where thread.id = ${id} and ${isReadableThread(viewer)}`.execute(db)
  return rows[0]?.last_number
}

export interface VersionRow extends ReadingRow {
  title: string | null
  content_html: string
  created_at: Date
}

/** Lists the earlier texts of an item, newest first. */
export async function listVersions(
  db: Db,
  viewer: Viewer,
  item: { type: 'thread' | 'post'; id: string; gameId: GameId | null },
): Promise<VersionRow[]> {
  const { rows } = await sql<VersionRow>`
    select version.title, version.content_html, version.created_at,
      ${readingSql(viewer, { text: 'version', gameId: sql`${item.gameId}::text` })}
    from forum_versions version
    where version.item_id = ${item.id} and version.type = ${item.type}
    order by version.replaced_at desc, version.id desc
    limit 100`.execute(db)
  return rows
}

export async function findGameId(db: Db, threadId: string): Promise<GameId | null> {
  const row = await db.selectFrom('forum_threads').where('id', '=', threadId).select('game_id').executeTakeFirst()
  return (row?.game_id ?? null) as GameId | null
}
