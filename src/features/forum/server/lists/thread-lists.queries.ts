import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { idsInBlockWith } from '#features/blocks/server/blocks.service.ts'
import type { Viewer } from '#server/session.ts'
import type { ForumThreadId, GameId } from '#shared/ids.ts'
import { isModerator } from '#shared/roles.ts'
import type { CategorySlug, ThreadSort } from '../../forum.rules.ts'
import { type AuthorRow, authorJson, idOf, isUnblocked, joinAuthor, readStateJoins } from '../forum.queries.ts'
import type { ThreadKeyset } from './thread-cursor.ts'

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
  after: ThreadKeyset | null
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
