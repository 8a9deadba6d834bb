import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { idsInBlockWith } from '#features/blocks/server/blocks.service.ts'
import { type ReadingRow, readingSql } from '#features/spoilers/server/spoilers.service.ts'
import type { Viewer } from '#server/session.ts'
import type { ForumPostId, ForumThreadId, GameId } from '#shared/ids.ts'
import { isModerator } from '#shared/roles.ts'
import type { CategorySlug, ThreadSort } from '../forum.rules.ts'
import type { ThreadPlace } from './lists/thread-cursor.ts'

/** An author in JSON; null after the account is deleted, while it is disabled, and for a block with the reader. */
export interface AuthorRow {
  id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
  role: string
}

const idOf = (viewer: Viewer) => sql`${viewer.id}::uuid`

/**
 * Returns the condition that an author is not in a block with the viewer. Moderators see the texts of everybody, or a
 * member could escape moderation by blocking them.
 */
const isUnblocked = (viewer: Viewer | null, authorId: RawBuilder<unknown>) =>
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

const authorJson = (alias: string) => {
  const author = sql.ref(alias)
  return sql<AuthorRow | null>`case when ${author}.id is not null then json_build_object(
    'id', ${author}.id, 'username', ${author}.username, 'display_name', ${author}.display_name,
    'avatar_url', ${author}.avatar_url, 'role', ${author}.role
  ) end`
}
/** A disabled author is shown as a deleted one. */
const joinAuthor = (alias: string, id: RawBuilder<unknown>) =>
  sql`left join profiles ${sql.ref(alias)} on ${sql.ref(alias)}.id = ${id} and ${sql.ref(alias)}.disabled_at is null`

/** PostgreSQL may answer `exists` by reading all likes of the viewer. It answers this by one lookup for each row. */
const isLiked = (viewer: Viewer | null, type: 'thread' | 'post') =>
  viewer === null
    ? sql<boolean>`false`
    : sql<boolean>`coalesce((
        select true from forum_likes mark
        where mark.user_id = ${idOf(viewer)} and mark.type = ${type} and mark.item_id = ${sql.ref(type)}.id
      ), false)`

export interface CategoryRow {
  slug: CategorySlug
  name: string
  description: string
  threads_count: number
  last_post: { thread_id: string; title: string; at: string; author: AuthorRow | null } | null
}

/** Lists the categories. The latest thread of each is one lookup in an index. */
export async function listCategories(db: Db, viewer: Viewer | null): Promise<CategoryRow[]> {
  const { rows } = await sql<CategoryRow>`
    select category.slug, category.name, category.description, category.threads_count, (
      select to_json(latest) from (
        select thread.id as thread_id, thread.title, thread.last_post_at as at,
          case when thread.shown_number = 0 then ${authorJson('author')} else ${authorJson('last')} end as author
        from (
          select * from forum_threads thread
          where thread.category_id = category.id and thread.is_listed
            and ${isUnblocked(viewer, sql`thread.author_id`)}
          order by thread.last_post_at desc, thread.id desc limit 1
        ) thread
        ${lastAuthorJoins(viewer)}
      ) latest
    ) as last_post
    from forum_categories category
    order by category.display_order`.execute(db)
  return rows
}

/** Joins the author of the thread and the author of its latest post. */
const lastAuthorJoins = (viewer: Viewer | null) => sql`
  ${joinAuthor('author', sql`thread.author_id`)}
  left join forum_posts latest_post on latest_post.thread_id = thread.id and latest_post.number = thread.shown_number
  left join profiles last on last.id = latest_post.author_id and last.disabled_at is null
    and ${isUnblocked(viewer, sql`latest_post.author_id`)}`

export interface ThreadListRow {
  id: ForumThreadId
  category: CategorySlug
  title: string
  game_id: GameId | null
  pinned: boolean
  locked: boolean
  likes_count: number
  posts_count: number
  created_at: Date
  last_post_at: Date
  author: AuthorRow | null
  last_author: AuthorRow | null
  unread: number | null
  is_new: boolean
  is_subscribed: boolean
  /** The number of all threads to which the viewer is subscribed, on the first page of that list; else null. */
  total: number | null
}

/** Which threads a list has. */
export type ThreadFilter =
  | { category: CategorySlug }
  | { gameId: GameId }
  /** The threads to which the viewer is subscribed. */
  | { subscribed: true }
  /** The latest threads of all categories. */
  | { latest: true }

const ORDERS: Record<ThreadSort, RawBuilder<unknown>> = {
  latest: sql`thread.pinned desc, thread.last_post_at desc, thread.id desc`,
  top: sql`thread.pinned desc, thread.likes_count desc, thread.id desc`,
}

const categoryIdOf = (slug: CategorySlug) => sql`(select id from forum_categories where slug = ${slug})`

function isIn(filter: ThreadFilter): RawBuilder<unknown> {
  if ('category' in filter) return sql`thread.category_id = ${categoryIdOf(filter.category)}`
  if ('gameId' in filter) return sql`thread.game_id = ${filter.gameId}`
  return sql`true`
}

/** The limit makes PostgreSQL look up each subscribed thread by its id. Else it may read the index of all threads. */
const threadsOf = (filter: ThreadFilter, viewer: Viewer | null): RawBuilder<unknown> =>
  'subscribed' in filter
    ? sql`(
        select thread_id from forum_subscriptions where user_id = ${idOf(viewer as Viewer)} and is_on
      ) followed
      cross join lateral (select * from forum_threads where id = followed.thread_id limit 1) thread`
    : sql`forum_threads thread`

const isListed = (filter: ThreadFilter, viewer: Viewer | null) =>
  sql`${isIn(filter)} and thread.is_listed and ${isUnblocked(viewer, sql`thread.author_id`)}`

export interface ThreadPart {
  sort: ThreadSort
  limit: number
  /** The position after which the part begins, or else the number of threads before it. */
  after: ThreadPlace | null
  offset: number
}

/** Returns the ids of the latest threads of all categories. Each category's are the first of an index. */
const latestIds = (viewer: Viewer | null, limit: RawBuilder<unknown>) => sql`
  select latest.id, null::integer as total from forum_categories category
  cross join lateral (
    select thread.id, thread.last_post_at from forum_threads thread
    where thread.category_id = category.id and thread.is_listed and ${isUnblocked(viewer, sql`thread.author_id`)}
    order by thread.last_post_at desc, thread.id desc limit ${limit}
  ) latest
  order by latest.last_post_at desc, latest.id desc limit ${limit}`

/**
 * Returns the ids of a part of the threads; skipping threads reads an index alone. The first page of subscribed threads
 * reads all of them for their order, so it counts them too.
 */
function idsOfPart(viewer: Viewer | null, filter: ThreadFilter, { sort, limit, after, offset }: ThreadPart) {
  const most = sql.lit(limit)
  if ('latest' in filter) return latestIds(viewer, most)
  const value = sort === 'top' ? sql`thread.likes_count` : sql`thread.last_post_at`
  const isBeyond =
    after === null
      ? sql``
      : sql`and (thread.pinned, ${value}, thread.id) < (
          ${after.pinned}::boolean,
          ${sort === 'top' ? sql`${Math.min(after.value, 2 ** 31 - 1)}::integer` : sql`${new Date(after.value)}::timestamptz`},
          ${after.id}::uuid
        )`
  const isCounted = 'subscribed' in filter && after === null && offset === 0
  return sql`
    select thread.id, ${isCounted ? sql`(count(*) over ())::integer` : sql`null::integer`} as total
    from ${threadsOf(filter, viewer)}
    where ${isListed(filter, viewer)} ${isBeyond}
    order by ${ORDERS[sort]}
    limit ${most} ${after === null && offset > 0 ? sql`offset ${offset}` : sql``}`
}

/**
 * Lists a part of the threads, pinned ones first.
 *
 * PostgreSQL keeps the plan of a statement only if the plan for all values costs little more. It expects a parameter of
 * `limit` or `offset` to be a tenth of all threads, so with one it would plan this statement each time, which takes
 * several times as long as running it. Therefore the limit is a literal, and the ids of a later page are found first.
 */
export async function listThreads(
  db: Db,
  viewer: Viewer | null,
  filter: ThreadFilter,
  part: ThreadPart,
): Promise<ThreadListRow[]> {
  const wanted = idsOfPart(viewer, filter, part)
  const isSkipping = part.after === null && part.offset > 0
  const found = isSkipping ? await foundIds(db, wanted) : sql`(${wanted})`
  const { rows } = await sql<ThreadListRow>`
    select thread.id, category.slug as category, thread.title, thread.game_id, thread.pinned, thread.locked,
      thread.likes_count, thread.posts_count, thread.created_at, thread.last_post_at,
      ${authorJson('author')} as author,
      case when thread.shown_number = 0 then ${authorJson('author')} else ${authorJson('last')} end as last_author,
      ${readStateSql(viewer)}, found.total
    from ${found} found (id, total)
    join forum_threads thread on thread.id = found.id
    join forum_categories category on category.id = thread.category_id
    ${lastAuthorJoins(viewer)}
    ${readStateJoins(viewer)}
    order by ${'latest' in filter ? sql`thread.last_post_at desc, thread.id desc` : ORDERS[part.sort]}`.execute(db)
  return rows
}

async function foundIds(db: Db, wanted: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const { rows } = await sql<{ id: ForumThreadId }>`${wanted}`.execute(db)
  return sql`(select id, null::integer from unnest(${rows.map(({ id }) => id)}::uuid[]) id)`
}

/** A thread from before the member joined is not new to the member. */
const readStateSql = (viewer: Viewer | null) =>
  viewer === null
    ? sql`null::integer as unread, false as is_new, false as is_subscribed`
    : sql`case when mark.number is not null then greatest(0, thread.shown_number - mark.number) end as unread,
        mark.number is null and thread.last_post_at > (
          select coalesce(state.read_at, reader.created_at)
          from profiles reader left join forum_all_reads state on state.user_id = reader.id
          where reader.id = ${idOf(viewer)}
        ) as is_new,
        coalesce(subscription.is_on, false) as is_subscribed`
const readStateJoins = (viewer: Viewer | null) =>
  viewer === null
    ? sql``
    : sql`left join forum_reads mark on mark.user_id = ${idOf(viewer)} and mark.thread_id = thread.id
        left join forum_subscriptions subscription
          on subscription.user_id = ${idOf(viewer)} and subscription.thread_id = thread.id`

/**
 * Counts the threads of a list, without those in a block with the viewer: those of a category, and of all categories, by
 * the stored counts.
 */
export async function countThreads(db: Db, viewer: Viewer | null, filter: ThreadFilter): Promise<number> {
  const { rows } = await ('category' in filter
    ? sql<{ total: number }>`
        select category.threads_count - ${blockedCount(viewer)} as total
        from forum_categories category where category.slug = ${filter.category}`
    : 'latest' in filter
      ? sql<{ total: number }>`
        select sum(category.threads_count - ${blockedCount(viewer)})::int as total from forum_categories category`
      : sql<{ total: number }>`
        select count(*)::int as total from ${threadsOf(filter, viewer)} where ${isListed(filter, viewer)}`
  ).execute(db)
  return rows[0]?.total ?? 0
}

const blockedCount = (viewer: Viewer | null) =>
  viewer === null || isModerator(viewer)
    ? sql`0`
    : sql`(
        select count(*)::int
        from (select distinct id from (${idsInBlockWith(idOf(viewer))}) block (id)) blocked
        join forum_threads thread on thread.author_id = blocked.id
        where thread.category_id = category.id and thread.is_listed
      )`

export interface ThreadRow extends ReadingRow {
  id: ForumThreadId
  category: CategorySlug
  author_id: string | null
  title: string
  body: string
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
    select thread.id, category.slug as category, thread.author_id, thread.title, thread.body, thread.body_html,
      thread.game_id, thread.pinned, thread.locked, thread.likes_count, thread.posts_count, thread.last_number,
      thread.last_post_at, thread.edited_at, thread.hidden_at, thread.held_at, thread.created_at, thread.updated_at,
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
  content: string
  content_html: string
  likes_count: number
  edited_at: Date | null
  hidden_at: Date | null
  deleted_at: Date | null
  held_at: Date | null
  created_at: Date
  updated_at: Date
  author: AuthorRow | null
  is_liked: boolean
  is_locked: boolean
  /** Null without a quote, and if its author is in a block with the viewer. */
  quote: QuoteRow | null
}

const postsSql = (viewer: Viewer | null, which: RawBuilder<unknown>) => sql<PostRow>`
  select post.id, post.thread_id, post.number, post.author_id, post.content, post.content_html, post.likes_count,
    post.edited_at, post.hidden_at, post.deleted_at, post.held_at, post.created_at, post.updated_at,
    thread.locked as is_locked, ${authorJson('author')} as author, ${isLiked(viewer, 'post')} as is_liked,
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

/** Lists the posts with these numbers, in one statement: the last page of a long thread costs what the first one does. */
export async function listPosts(
  db: Db,
  viewer: Viewer | null,
  threadId: ForumThreadId,
  { from, to }: { from: number; to: number },
): Promise<PostRow[]> {
  const which = sql`post.thread_id = ${threadId} and post.number between ${from} and ${to}`
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
