import { type RawBuilder, sql } from 'kysely'
import { type Db, plannedEachTime } from '#db/db.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import { commentCountSql } from '#features/comments/server/comments.service.ts'
import { type HoldRow, holdSql } from '#features/moderation/server/moderation.service.ts'
import { type ReadingRow, readingSql } from '#features/spoilers/server/spoilers.service.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { REVIEW } from '../reviews.subject.ts'

/** A review with its author, its game, and whether its reader has liked or bookmarked it. */
export interface ReviewRow extends ReadingRow {
  id: string
  user_id: string
  game_id: string
  rating: number
  review_text: string
  review_html: string
  is_public: boolean
  platform: string | null
  playthrough_id: string | null
  hours: number | null
  finish_level: string | null
  hidden_at: Date | null
  hold: HoldRow | null
  likes_count: number
  bookmarks_count: number
  helpfulness: number
  created_at: Date
  updated_at: Date
  username: string | null
  display_name: string | null
  avatar_url: string | null
  genres: unknown
  first_release_date: number | null
  is_liked: boolean
  is_bookmarked: boolean
  comments_count: number
}

const review = sql`review`

/**
 * Returns the SQL condition for reviews that the viewer may read (G22): their own, and public ones that are not hidden,
 * by enabled authors without a block between the two.
 */
export function isReadableBy(viewer: Viewer | null, alias: RawBuilder<unknown> = review): RawBuilder<boolean> {
  if (viewer === null) return sql<boolean>`${alias}.is_listed`
  const id = sql`${viewer.id}::uuid`
  return sql<boolean>`(${alias}.user_id = ${id} or (${alias}.is_listed and not ${isBlockBetween(sql`${alias}.user_id`, id)}))`
}

/** PostgreSQL may answer `exists` by reading all marks of the viewer. It answers this by one lookup for each review. */
const isMarkedBy = (table: 'review_likes' | 'review_bookmarks', viewer: Viewer | null) =>
  viewer === null
    ? sql`false`
    : sql`coalesce((
        select true from ${sql.table(table)} mark where mark.review_id = review.id and mark.user_id = ${viewer.id}
      ), false)`

/** The values in their JSON representation. */
export interface ExtractRow extends ReadingRow {
  id: string
  user_id: string
  rating: number
  review_html: string
}

/**
 * Returns the review that an activity names in `details.review_id`, as a value in a query with the alias `activity`;
 * null for none, for another member's, and for one that the viewer may not read.
 */
export const reviewOfActivitySql = (viewer: Viewer | null) => sql<ExtractRow | null>`
  case when activity.details ? 'review_id' then (
    select to_json(extract)
    from (
      select review.id, review.user_id, review.rating, review.review_html,
        ${readingSql(viewer, { text: 'review', gameId: sql`review.game_id` })}
      from reviews review
      where review.user_id = activity.user_id and review.game_id = activity.game_id
        and review.id::text = activity.details ->> 'review_id' and ${isReadableBy(viewer)}
    ) extract
  ) end`

/** Selects the reviews of a list, as a query with the column `id` that `loadReviews` embeds in its own. */
export interface Found {
  ids: RawBuilder<unknown>
  /** The order of the rows, with the aliases `review` and `found`. */
  order: RawBuilder<unknown>
  isPlannedEachTime?: boolean
}

/** Loads the reviews that `found` selects, in one statement. */
export async function loadReviews(
  db: Db,
  { ids, order, isPlannedEachTime = false }: Found,
  viewer: Viewer | null,
): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`${isPlannedEachTime ? plannedEachTime : sql``}
    select review.id, review.user_id, review.game_id, review.rating, review.review_text, review.review_html,
      review.is_public, review.platform, review.playthrough_id, review.hours, review.finish_level,
      review.hidden_at, review.likes_count, review.bookmarks_count, review.helpfulness,
      review.created_at, review.updated_at, author.username, author.display_name, author.avatar_url,
      games.genres, games.first_release_date,
      ${holdSql(REVIEW.type, sql`review.id`, sql`review.hidden_at is not null`)} as hold,
      ${isMarkedBy('review_likes', viewer)} as is_liked,
      ${isMarkedBy('review_bookmarks', viewer)} as is_bookmarked,
      ${commentCountSql(REVIEW.type, sql`review.id`, viewer)} as comments_count,
      ${readingSql(viewer, { text: 'review', gameId: sql`review.game_id` })}
    from (${ids}) found
    join reviews review on review.id = found.id
    join profiles author on author.id = review.user_id
    join games on games.id = review.game_id
    order by ${order}`.execute(db)
  return rows
}

/** The latest first, with the alias `review`. */
export const NEWEST = sql`review.created_at desc, review.id desc`

/** Selects one review if the viewer may read it. */
export const oneReview = (viewer: Viewer | null, id: string): Found => ({
  ids: sql`select review.id from reviews review where review.id = ${id} and ${isReadableBy(viewer)}`,
  order: NEWEST,
})

/** Selects the member's own review of a game. */
export const reviewOf = ({ userId, gameId }: ReviewKey): Found => ({
  ids: sql`select id from reviews where user_id = ${userId} and game_id = ${gameId}`,
  order: NEWEST,
})

export interface ReviewKey {
  userId: UserId
  gameId: GameId
}

export async function findOwn(
  db: Db,
  { userId, gameId }: ReviewKey,
): Promise<{ id: string; rating: number } | undefined> {
  return db
    .selectFrom('reviews')
    .select(['id', 'rating'])
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .executeTakeFirst()
}

/**
 * Finds a review if the viewer may read it. In a transaction it locks the review and its author until the end, because
 * no foreign key prevents their deletion while somebody comments.
 */
export async function findReadable(
  db: Db,
  viewer: Viewer | null,
  id: string,
): Promise<{ user_id: UserId } | undefined> {
  const { rows } = await (db.isTransaction
    ? sql<{ user_id: UserId }>`
        with author as materialized (
          select id from profiles where id = (select user_id from reviews where id = ${id}) for key share
        )
        select review.user_id from reviews review
        where review.id = ${id} and review.user_id = (select id from author) and ${isReadableBy(viewer)}
        for key share of review`
    : sql<{ user_id: UserId }>`
        select review.user_id from reviews review where review.id = ${id} and ${isReadableBy(viewer)}`
  ).execute(db)
  return rows[0]
}

/** Lists the reviews that the member has written, liked or bookmarked, and their games. */
export async function listTouchedBy(
  db: Db,
  userId: string,
): Promise<{ id: string; user_id: string; game_id: string }[]> {
  const { rows } = await sql<{ id: string; user_id: string; game_id: string }>`
    select id, user_id, game_id from reviews
    where id in (select touched from reviews_touched_by(${userId}) touched)`.execute(db)
  return rows
}
