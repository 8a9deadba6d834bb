import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { Written } from '../writing/review-writing.queries.ts'

/** Reads the member's own texts about these games, by game. */
export async function listTexts(db: Db, userId: UserId, gameIds: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ game_id: string; review_text: string }>`
    select game_id, review_text from reviews
    where user_id = ${userId} and game_id = any(${gameIds})`.execute(db)
  const byGame = Map.groupBy(rows, ({ game_id }) => game_id)
  return new Map([...byGame].map(([id, all]) => [id, all.map(({ review_text }) => review_text)]))
}

interface EntryFacts {
  game_id: string
  user_rating: number | null
  play_time: number
  status: string
  completion_percentage: number
  first_completed_at: Date | null
}

/** Reads what the library says about these games, by game. */
export async function listEntries(
  db: Db,
  userId: UserId,
  gameIds: readonly string[],
): Promise<Map<string, EntryFacts>> {
  const { rows } = await sql<EntryFacts>`
    select game_id, user_rating, play_time, status, completion_percentage, first_completed_at from user_games
    where user_id = ${userId} and game_id = any(${gameIds})`.execute(db)
  return new Map(rows.map((row) => [row.game_id, row]))
}

export interface PublishedReview {
  id: string
  game_id: string
  is_public: boolean
  created_at: string
}

export interface WrittenReview extends PublishedReview {
  spoils_to: number | null
  platform: string | null
  rating: number
  /** MD5 of the text: only whether it is the same matters. */
  text_hash: string
  /** Its id in the file, if the file is our own export. */
  key?: string
}

interface NewReview extends Written {
  game_id: string
  created_at: string
  updated_at: string
}

/** Inserts reviews of games of which the member has none. */
export async function insertReviews(
  db: Db,
  userId: UserId,
  reviews: readonly NewReview[],
): Promise<(WrittenReview & { run_id: string | null })[]> {
  if (reviews.length === 0) return []
  const { rows } = await sql<WrittenReview & { run_id: string | null }>`
    insert into reviews as made (
      user_id, game_id, rating, review_text, review_html, is_public, platform, playthrough_id, run_id, hours,
      finish_level, spoils_to, written_at, created_at, updated_at
    )
    select ${userId}::uuid, game_id, rating, review_text, review_html, is_public, platform, playthrough_id, run_id,
      hours, finish_level, spoils_to, written_at, created_at, updated_at
    from jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb) as given (
      game_id text, rating numeric, review_text text, review_html text, is_public boolean, platform text,
      playthrough_id uuid, run_id uuid, hours numeric, finish_level text, spoils_to smallint, written_at smallint,
      created_at timestamptz, updated_at timestamptz
    )
    order by game_id
    on conflict (user_id, game_id, run_id) do nothing
    returning made.id, made.game_id, made.run_id, made.is_public, made.spoils_to, made.platform, made.rating,
      made.created_at::text as created_at, md5(made.review_text) as text_hash`.execute(db)
  return rows
}

/** Deletes those of these reviews that still say what was written, with the stars of then or those of the library. */
export async function deleteUnchanged(
  db: Db,
  userId: UserId,
  reviews: readonly WrittenReview[],
): Promise<PublishedReview[]> {
  if (reviews.length === 0) return []
  const { rows } = await sql<PublishedReview>`
    delete from reviews review
    using jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb) as given (
      id uuid, is_public boolean, spoils_to smallint, platform text, rating numeric, text_hash text
    )
    where review.id = given.id and review.user_id = ${userId}
      and (review.is_public, review.spoils_to, review.platform, md5(review.review_text))
        is not distinct from (given.is_public, given.spoils_to, given.platform, given.text_hash)
      and (review.rating = given.rating or exists (
        select from user_games entry
        where entry.user_id = review.user_id and entry.game_id = review.game_id
          and entry.user_rating = review.rating * 2
      ))
    returning review.id, review.game_id, review.is_public, review.created_at::text as created_at`.execute(db)
  return rows
}
