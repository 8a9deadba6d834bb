import { type RawBuilder, sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import { type Db, plannedEachTime } from '#db/db.ts'
import { type Guesses, sendGuess } from '#db/guesses.ts'
import type { Keyset } from '#db/keyset.ts'
import { type Sent, send } from '#db/transaction.ts'
import { idsInBlockWith, isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import { commentCountSql } from '#features/comments/server/comments.service.ts'
import { type ReadingRow, readingSql } from '#features/spoilers/server/spoilers.service.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId, PlaythroughId, ReviewId, UserId } from '#shared/ids.ts'
import type { ReviewSort } from '../reviews.endpoints.ts'
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

/** Returns the SQL condition for listed reviews whose authors have no block with the viewer. */
const isListedFor = (viewer: Viewer | null) =>
  viewer === null
    ? sql`review.is_listed`
    : sql`review.is_listed and review.user_id not in (${idsInBlockWith(sql`${viewer.id}::uuid`)})`

const isMarkedBy = (table: 'review_likes' | 'review_bookmarks', viewer: Viewer | null) =>
  viewer === null
    ? sql`false`
    : sql`exists (select from ${sql.table(table)} mark where mark.review_id = review.id and mark.user_id = ${viewer.id})`

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

const NEWEST = sql`review.created_at desc, review.id desc`

/** Ties are newest first (G28). Each order has an index that begins with the game. */
const ORDERS: Record<ReviewSort, RawBuilder<unknown>> = {
  helpful: sql`review.helpfulness desc, ${NEWEST}`,
  newest: NEWEST,
  highest: sql`review.rating desc, ${NEWEST}`,
  lowest: sql`review.rating, ${NEWEST}`,
}

/** A part of a list: after a number of rows, or the rows before a place in the order `newest`. */
export type Part = { limit: number } & ({ offset: number } | { before: Keyset | null })

const limited = (part: Part) =>
  'offset' in part ? sql`limit ${part.limit} offset ${part.offset}` : sql`limit ${part.limit}`

const isInPart = (part: Part) =>
  'before' in part && part.before
    ? sql`and (review.created_at, review.id) < (${part.before.at}::timestamptz, ${part.before.id}::uuid)`
    : sql``

export interface GameFilter {
  gameId: GameId
  rating?: number | undefined
  platform?: string | undefined
}

/**
 * Selects the listed reviews of a game. Without a filter every plan reads them in their order from an index. With one,
 * PostgreSQL must know the game and the filter to choose: most games have few reviews, some have 50,000.
 */
export function reviewsOfGame(
  viewer: Viewer | null,
  { gameId, rating, platform }: GameFilter,
  sort: ReviewSort,
  part: Part,
): Found {
  const order = ORDERS[sort]
  const ids = sql`
    select review.id
    from reviews review
    where review.game_id = ${gameId} and ${isListedFor(viewer)}
      ${rating === undefined ? sql`` : sql`and review.rating = ${rating}`}
      ${platform === undefined ? sql`` : sql`and review.platform = ${platform}`}
      ${isInPart(part)}
    order by ${order}
    ${limited(part)}`
  return { ids, order, isPlannedEachTime: rating !== undefined || platform !== undefined }
}

/** Which reviews of a member: private and hidden ones only for the member. `viewer` is null for an owner's preview. */
const isByMember = (userId: UserId, viewer: Viewer | null) => sql`
  review.user_id = ${userId} ${viewer?.id === userId ? sql`` : sql`and ${isListedFor(viewer)}`}`

/** Selects a member's reviews, newest first. */
export function reviewsOfMember(userId: UserId, viewer: Viewer | null, part: Part): Found {
  const ids = sql`
    select review.id
    from reviews review
    where ${isByMember(userId, viewer)}
      ${isInPart(part)}
    order by ${NEWEST}
    ${limited(part)}`
  return { ids, order: NEWEST }
}

/** Selects the latest listed reviews of everybody. The limit is a literal, so that every plan reads only so many. */
export const latestReviews = (viewer: Viewer | null, limit: number): Found => ({
  ids: sql`
    select review.id from reviews review
    where ${isListedFor(viewer)}
    order by ${NEWEST}
    limit ${sql.lit(limit)}`,
  order: NEWEST,
})

/** Selects those of these reviews that are by the member and that the viewer may see in the member's list. */
export const theseOfMember = (userId: UserId, viewer: Viewer | null, ids: readonly string[]): Found => ({
  ids: sql`
    select review.id
    from reviews review
    where review.id = any(${ids}::uuid[]) and ${isByMember(userId, viewer)}`,
  order: NEWEST,
})

export async function countOfMember(db: Db, userId: UserId, viewer: Viewer | null): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from reviews review
    where ${isByMember(userId, viewer)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Selects the reviews that the viewer has bookmarked and may still read, the latest bookmark first. */
export function savedReviews(viewer: Viewer, { limit, offset }: { limit: number; offset: number }): Found {
  const ids = sql`
    select review.id, mark.created_at as saved_at
    from review_bookmarks mark
    join reviews review on review.id = mark.review_id
    where mark.user_id = ${viewer.id} and ${isReadableBy(viewer)}
    order by mark.created_at desc, mark.review_id
    limit ${limit} offset ${offset}`
  return { ids, order: sql`found.saved_at desc, review.id` }
}

export async function countSaved(db: Db, viewer: Viewer): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from review_bookmarks mark
    join reviews review on review.id = mark.review_id
    where mark.user_id = ${viewer.id} and ${isReadableBy(viewer)}`.execute(db)
  return rows[0]?.total ?? 0
}

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

export interface CountRow {
  /** '' if the review names no platform. */
  platform: string
  half_stars: number
  reviews: number
}

/**
 * Selects the numbers of a game's listed reviews by platform and half stars: the stored counts without the reviews of
 * members in a block with the viewer.
 */
export const countsOfGameSql = (gameId: GameId, viewer: Viewer | null) => sql<CountRow>`
  select platform, half_stars, sum(reviews)::int as reviews
  from (
    select platform, half_stars, reviews from game_review_counts where game_id = ${gameId}
    ${viewer === null ? sql`` : sql`union all ${minusBlocked(gameId, viewer)}`}
  ) counted
  group by platform, half_stars
  having sum(reviews) > 0`

export async function countOfGame(db: Db, gameId: GameId, viewer: Viewer | null): Promise<CountRow[]> {
  return (await countsOfGameSql(gameId, viewer).execute(db)).rows
}

/**
 * The subquery with a limit looks up each member: a join could read all reviews of the game. Two members who have blocked
 * each other are one block.
 */
const minusBlocked = (gameId: GameId, viewer: Viewer) => sql`
  select coalesce(review.platform, ''), (review.rating * 2)::smallint, -1
  from (select distinct id from (${idsInBlockWith(sql`${viewer.id}::uuid`)}) block (id)) blocked
  cross join lateral (
    select platform, rating from reviews where user_id = blocked.id and game_id = ${gameId} and is_listed limit 1
  ) review`

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

export interface PlaythroughRow {
  platform: string | null
  finish_level: string
}

/** Finds a playthrough in the member's entry of the game. The caller has locked the entry, so it cannot be deleted. */
export function findPlaythrough(
  db: Db,
  { userId, gameId }: ReviewKey,
  id: PlaythroughId,
): Promise<PlaythroughRow | undefined> {
  return db
    .selectFrom('playthroughs')
    .select(['platform', 'finish_level'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .executeTakeFirst()
}

/** The columns that the author's draft determines. */
export interface Written {
  rating: number
  review_text: string
  review_html: string
  is_public: boolean
  platform: string | null
  playthrough_id: string | null
  hours: number | null
  finish_level: string | null
  spoils_to: number | null
  written_at: number | null
}

/**
 * Inserts a review and returns its id. Returns undefined if the member has already reviewed the game, or if the game
 * has been deleted.
 */
export async function insertReview(
  db: Db,
  { userId, gameId }: ReviewKey,
  written: Written,
  at: Date,
): Promise<ReviewId | undefined> {
  const { rows } = await sql<{ id: ReviewId }>`
    insert into reviews (
      user_id, game_id, rating, review_text, review_html, is_public, platform, playthrough_id, hours, finish_level,
      spoils_to, written_at, created_at, updated_at
    )
    select ${userId}::uuid, games.id, ${written.rating}::numeric, ${written.review_text}, ${written.review_html},
      ${written.is_public}::boolean, ${written.platform}, ${written.playthrough_id}::uuid, ${written.hours}::numeric,
      ${written.finish_level}, ${written.spoils_to}::smallint, ${written.written_at}::smallint,
      ${at}::timestamptz, ${at}::timestamptz
    from games where games.id = ${gameId}
    for key share of games
    on conflict (user_id, game_id) do nothing
    returning id`.execute(db)
  return rows[0]?.id
}

/**
 * Replaces the content of a review. `updated_at` increases with each version, also within one millisecond. `written_at`,
 * by which readers may fold, follows the text alone: other changes leave it, and a new text was written at the furthest
 * share of all its versions, because it may still contain the old words (decision 0061).
 */
export async function updateReview(db: Db, id: string, written: Written, at: Date): Promise<void> {
  await db
    .updateTable('reviews')
    .set({
      ...written,
      written_at: sql<number | null>`case when review_text = ${written.review_text} then written_at
        else greatest(written_at, ${written.written_at}::smallint) end`,
      updated_at: laterThanBefore(at),
    })
    .where('id', '=', id)
    .execute()
}

const laterThanBefore = (at: Date) => sql<Date>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')`

export interface OwnReview {
  id: ReviewId
  game_id: GameId
  is_public: boolean
  updated_at: Date
}

/** Finds a member's own review; with `isLocked` it also locks the review until the end of the transaction. */
export async function findOwnById(
  db: Db,
  userId: UserId,
  id: string,
  { isLocked }: { isLocked: boolean },
): Promise<OwnReview | undefined> {
  const { rows } = await sql<OwnReview>`
    select id, game_id, is_public, updated_at from reviews
    where id = ${id} and user_id = ${userId}
    ${isLocked ? sql`for update` : sql``}`.execute(db)
  return rows[0]
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

export async function deleteReview(db: Db, id: string): Promise<void> {
  await db.deleteFrom('reviews').where('id', '=', id).execute()
}

/** Copies the stars of the library to the member's reviews of these games (C22). Returns the changed reviews. */
export const copyStars = (db: Db, stars: LibraryStars): Promise<Sent<CopiedReview>> => send(db, copiedStars(stars))

/** Guesses that the member has no review that would get other stars; false if it may not be guessed. */
export const guessNoStars = (db: Db, guesses: Guesses | null, stars: LibraryStars): Promise<boolean> =>
  sendGuess(db, guesses, noCopiedStars(stars))

interface CopiedReview {
  id: string
  user_id: string
  game_id: string
}

interface LibraryStars {
  userId: UserId
  gameIds: readonly GameId[]
  at: Date
}

const copyingStars = (returned: RawBuilder<unknown>) =>
  compiledOnce<LibraryStars, CopiedReview>(
    (value) => sql<CopiedReview>`
      update reviews review
      set rating = entry.user_rating / 2.0,
        updated_at = greatest(${value('at')}::timestamptz, review.updated_at + interval '1 millisecond')
      from user_games entry
      where review.user_id = ${value('userId')} and review.game_id = any(${value('gameIds')}::text[])
        and entry.user_id = review.user_id and entry.game_id = review.game_id
        and entry.user_rating is not null and review.rating <> entry.user_rating / 2.0
      returning ${returned}`,
  )

const copiedStars = copyingStars(sql`review.id, review.user_id, review.game_id`)

const noCopiedStars = copyingStars(sql`wrong_guess()`)

export interface LockedReview {
  id: ReviewId
  user_id: UserId
  game_id: GameId
  likes_count: number
  bookmarks_count: number
}

/**
 * Locks a review that the viewer may read, so toggles of one review run one after the other. It locks the profiles of
 * author and viewer first, in the same order as an admin who disables one of them, because a like notifies the author.
 */
export async function lockReadable(db: Db, viewer: Viewer, id: string): Promise<LockedReview | undefined> {
  const { rows } = await sql<LockedReview>`
    with people as materialized (
      select id from profiles
      where (id = ${viewer.id} or id = (select user_id from reviews where id = ${id})) and disabled_at is null
      order by id
      for key share
    )
    select id, user_id, game_id, likes_count, bookmarks_count
    from reviews review
    where review.id = ${id} and ${isReadableBy(viewer)}
      and review.user_id in (select id from people) and ${viewer.id} in (select id from people)
    for no key update of review`.execute(db)
  return rows[0]
}

/** Sets or removes the viewer's mark on a locked review, and returns whether it is set now. */
export async function toggleMark(
  db: Db,
  table: 'review_likes' | 'review_bookmarks',
  mark: { reviewId: ReviewId; userId: UserId; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ is_set: boolean }>`
    with removed as (
      delete from ${sql.table(table)} where review_id = ${mark.reviewId} and user_id = ${mark.userId} returning 1
    ), added as (
      insert into ${sql.table(table)} (review_id, user_id, created_at)
      select ${mark.reviewId}::uuid, ${mark.userId}::uuid, ${mark.at}::timestamptz
      where not exists (select from removed)
      returning 1
    )
    select exists (select from added) as is_set`.execute(db)
  return rows[0]?.is_set ?? false
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
