import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import { type DemoActivity, FEED_DAYS } from './demo-library.ts'
import type { DemoReview } from './demo-review-texts.ts'
import { insertRows } from './insert-rows.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The rows of the demo world's reviews. */
interface DemoReviewRows {
  reviews: ReviewRow[]
  likes: MarkRow[]
  bookmarks: MarkRow[]
  comments: { subject_type: 'review'; subject_id: string; user_id: string; content: string; created_at: string }[]
  /** Their activities, without those of private and of old reviews. */
  activities: (Omit<DemoActivity, 'activity_type' | 'details'> & {
    user_id: string
    activity_type: 'review'
    details: { review_id: string }
  })[]
}

interface ReviewRow {
  id: string
  user_id: string
  game_id: string
  rating: number
  review_text: string
  review_html: string
  is_public: boolean
  platform: string | null
  hours: number | null
  finish_level: string | null
  spoils_to: number | null
  written_at: number
  created_at: string
  updated_at: string
}

interface MarkRow {
  review_id: string
  user_id: string
  created_at: string
}

/**
 * Creates the rows of the reviews, each by a member about a game of the catalogue, with likes and bookmarks of other
 * members. `idAt` creates an id that contains a time.
 */
export function makeReviews(
  written: readonly DemoReview[],
  known: { members: ReadonlyMap<string, string>; games: ReadonlyMap<string, string> },
  now: Date,
  idAt: (at: Date) => string,
  random: SeededRandom,
): DemoReviewRows {
  const rows: DemoReviewRows = { reviews: [], likes: [], bookmarks: [], comments: [], activities: [] }
  const members = [...known.members.values()]
  for (const review of written) {
    const user_id = known.members.get(review.by)
    const game_id = known.games.get(review.game)
    if (!user_id || !game_id) continue
    const at = new Date(now.getTime() - review.ago * DAY_MS)
    const created_at = at.toISOString()
    const id = idAt(at)
    const later = (hours: number) => new Date(Math.min(now.getTime(), at.getTime() + hours * HOUR_MS)).toISOString()
    rows.reviews.push({
      id,
      user_id,
      game_id,
      rating: review.stars,
      review_text: review.text,
      review_html: htmlOf(review.text),
      is_public: !review.isPrivate,
      platform: review.on ?? null,
      hours: review.hours ?? null,
      finish_level: review.finish ?? null,
      spoils_to: review.spoils ?? null,
      written_at: review.at ?? 100,
      created_at,
      updated_at: created_at,
    })
    if (review.isPrivate) continue
    if (review.ago <= FEED_DAYS)
      rows.activities.push({ user_id, game_id, activity_type: 'review', details: { review_id: id }, created_at })
    // Longer and older texts have more readers.
    const appeal = Math.min(0.7, 0.1 + review.text.length / 1200 + Math.min(review.ago, 60) / 400)
    for (const reader of members) {
      if (reader === user_id) continue
      const mark = { review_id: id, user_id: reader, created_at: later(random.between(0.5, 200)) }
      if (random.chance(appeal)) rows.likes.push(mark)
      if (random.chance(appeal / 6)) rows.bookmarks.push(mark)
    }
    for (const [index, { by, text }] of (review.comments ?? []).entries()) {
      const author = known.members.get(by)
      if (author)
        rows.comments.push({
          subject_type: 'review',
          subject_id: id,
          user_id: author,
          content: text,
          created_at: later(1 + 2 * index),
        })
    }
  }
  return rows
}

/** Converts plain text to HTML as the server does. */
function htmlOf(text: string): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return escaped.replaceAll('\n', '<br />')
}

/**
 * Inserts reviews with their likes, bookmarks and comments. The author has played the game, and the stars of the library
 * are those of the review.
 */
export async function insertReviews(db: Db, { reviews, likes, bookmarks, comments }: DemoReviewRows): Promise<void> {
  await insertRows(
    db,
    'reviews',
    reviews,
    `
    id uuid, user_id uuid, game_id text, rating numeric, review_text text, review_html text, is_public boolean,
    platform text, hours numeric, finish_level text, spoils_to smallint, written_at smallint, created_at timestamptz,
    updated_at timestamptz`,
  )
  await sql`
    insert into user_games as entry
      (user_id, game_id, status, play_time, completion_percentage, user_rating, created_at, updated_at)
    select user_id, game_id,
      case when finish_level = 'dropped' then 'dropped' when written_at = 100 then 'completed' else 'playing' end,
      coalesce(hours, 0), written_at, rating * 2, created_at, created_at
    from reviews
    on conflict (user_id, game_id) do update set user_rating = excluded.user_rating`.execute(db)
  // A game that its reviewer only wanted to play has been played, too.
  await sql`
    update user_games entry set
      status = case when finish_level = 'dropped' then 'dropped' when written_at = 100 then 'completed' else 'playing' end,
      play_time = coalesce(hours, 0), completion_percentage = written_at,
      created_at = least(entry.created_at, review.created_at)
    from reviews review
    where review.user_id = entry.user_id and review.game_id = entry.game_id and entry.status = 'want_to_play'`.execute(
    db,
  )
  await sql`
    insert into game_progress_history (user_id, game_id, play_time, completion_percentage, created_at)
    select entry.user_id, entry.game_id, entry.play_time, entry.completion_percentage, review.created_at
    from user_games entry join reviews review using (user_id, game_id)
    where not exists (
      select from game_progress_history point
      where point.user_id = entry.user_id and point.game_id = entry.game_id)`.execute(db)
  const mark = 'review_id uuid, user_id uuid, created_at timestamptz'
  await insertRows(db, 'review_likes', likes, mark)
  await insertRows(db, 'review_bookmarks', bookmarks, mark)
  await insertRows(
    db,
    'activity_comments',
    comments,
    'subject_type text, subject_id uuid, user_id uuid, content text, created_at timestamptz',
  )
}
