import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { GameId, PlaythroughId, ReviewId, UserId } from '#shared/ids.ts'
import type { ReviewKey } from '../reviews.queries.ts'

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
  /** The same, and that of a playthrough that is gone. */
  run_id: string | null
  hours: number | null
  finish_level: string | null
  spoils_to: number | null
  written_at: number | null
}

/**
 * Inserts a review and returns its id. Returns undefined if the member has already reviewed the playthrough, or without one the
 * game as a whole, or if the game has been deleted.
 */
export async function insertReview(
  db: Db,
  { userId, gameId }: ReviewKey,
  written: Written,
  at: Date,
): Promise<ReviewId | undefined> {
  const { rows } = await sql<{ id: ReviewId }>`
    insert into reviews (
      user_id, game_id, rating, review_text, review_html, is_public, platform, playthrough_id, run_id, hours,
      finish_level, spoils_to, written_at, created_at, updated_at
    )
    select ${userId}::uuid, games.id, ${written.rating}::numeric, ${written.review_text}, ${written.review_html},
      ${written.is_public}::boolean, ${written.platform}, ${written.playthrough_id}::uuid, ${written.run_id}::uuid,
      ${written.hours}::numeric,
      ${written.finish_level}, ${written.spoils_to}::smallint, ${written.written_at}::smallint,
      ${at}::timestamptz, ${at}::timestamptz
    from games where games.id = ${gameId}
    for key share of games
    on conflict (user_id, game_id, run_id) do nothing
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
      own_rating: null,
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
  playthrough_id: PlaythroughId | null
  run_id: string | null
  is_public: boolean
  review_text: string
  hidden_at: Date | null
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
    select id, game_id, playthrough_id, run_id, is_public, review_text, hidden_at, updated_at from reviews
    where id = ${id} and user_id = ${userId}
    ${isLocked ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/** Returns whether a review is the member's of its game, and not an earlier one. */
export async function isLatest(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('reviews').select('place').where('id', '=', id).executeTakeFirst()
  return row?.place === 0
}

export async function deleteReview(db: Db, id: string): Promise<void> {
  await db.deleteFrom('reviews').where('id', '=', id).execute()
}
