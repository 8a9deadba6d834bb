import { type RawBuilder, sql } from 'kysely'
import { type Db, plannedEachTime } from '#db/db.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import { commentCountSql } from '#features/comments/server/comments.service.ts'
import { type HoldRow, holdSql } from '#features/moderation/server/moderation.service.ts'
import { placeInTime } from '#features/play-log/server/play-log.service.ts'
import { type ReadingRow, readingSql } from '#features/spoilers/server/spoilers.service.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId, PlaythroughId, ReviewId, UserId } from '#shared/ids.ts'
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
  run: RunRow | null
  before: BeforeRow | null
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

/** The playthrough of a review, by its place among those of the entry: the oldest has the number 1. */
export interface RunRow {
  kind: string | null
  is_replay: boolean
  number: number
  count: number
  year: number | null
}

/** The author's review of the game before this one, and the year that it is of. */
export interface BeforeRow {
  id: string
  rating: number
  year: number
}

const review = sql`review`

/** A member has few playthroughs of a game; an index finds them. */
const runSql = sql<RunRow | null>`
  case when review.playthrough_id is not null then (
    select json_build_object(
      'kind', run.kind, 'is_replay', run.is_replay, 'number', run.number, 'count', run.count, 'year', run.year)
    from (
      select id, kind, is_replay, row_number() over (order by ${placeInTime('playthroughs')}) as number,
        count(*) over () as count, extract(year from coalesce(finished_on, started_on))::int as year
      from playthroughs
      where user_id = review.user_id and game_id = review.game_id
    ) run
    where run.id = review.playthrough_id
  ) end`

/** Who reads a review is not in a block with its author. */
const beforeSql = (viewer: Viewer | null) => sql<BeforeRow | null>`(
    select json_build_object('id', earlier.id, 'rating', earlier.rating, 'year', extract(
      year from coalesce(run.finished_on, run.started_on, (earlier.created_at at time zone 'UTC')::date))::int)
    from reviews earlier
    left join playthroughs run on run.id = earlier.playthrough_id
    where earlier.user_id = review.user_id and earlier.game_id = review.game_id and earlier.place > review.place
      and (earlier.is_listed ${viewer === null ? sql`` : sql`or earlier.user_id = ${viewer.id}`})
    order by earlier.place limit 1
  )`

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
      ${runSql} as run, ${beforeSql(viewer)} as before,
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

/**
 * Selects the member's own review of a playthrough. Without one it is that of the game as a whole: one that has no playthrough or
 * whose playthrough is gone, or that of the latest one.
 */
const ownAbout = ({ userId, gameId }: ReviewKey, playthroughId: PlaythroughId | null) => sql<{ id: ReviewId }>`
  select id from reviews
  where user_id = ${userId} and game_id = ${gameId} and ${
    playthroughId === null
      ? sql`(playthrough_id is null or playthrough_id = latest_run(${userId}::uuid, ${gameId}::text))`
      : sql`run_id = ${playthroughId}`
  }
  order by place limit 1`

/** Finds the member's own review of a playthrough; without one, of the game as a whole. */
export async function findOwnAbout(
  db: Db,
  key: ReviewKey,
  playthroughId: PlaythroughId | null,
): Promise<ReviewId | null> {
  return (await ownAbout(key, playthroughId).execute(db)).rows[0]?.id ?? null
}

export interface ReviewKey {
  userId: UserId
  gameId: GameId
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

/** Lists the member's own reviews of these games. */
export async function listOwnOf(
  db: Db,
  userId: UserId,
  gameIds: readonly GameId[],
): Promise<{ id: string; user_id: string; game_id: string }[]> {
  return db
    .selectFrom('reviews')
    .select(['id', 'user_id', 'game_id'])
    .where('user_id', '=', userId)
    .where('game_id', 'in', gameIds)
    .execute()
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
