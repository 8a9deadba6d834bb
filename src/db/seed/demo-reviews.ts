import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import { type DemoActivity, FEED_DAYS } from './demo-library.ts'
import type { DemoReview } from './demo-review-texts.ts'
import { insertRows } from './insert-rows.ts'
import { type SeededRandom, seededRandom, uuidAt } from './seeded-random.ts'

/** The rows of the demo world's reviews. */
interface DemoReviewRows {
  reviews: ReviewRow[]
  likes: MarkRow[]
  bookmarks: MarkRow[]
  comments: DemoComment[]
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
  /** Keeps the reviews of one game apart, until they get their playthroughs. */
  run_id: string | null
  created_at: string
  updated_at: string
}

interface DemoComment {
  id: string
  parent_id: string | null
  answered_user_id: string | null
  subject_type: 'review'
  subject_id: string
  user_id: string
  content: string
  created_at: string
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
  const ids = seededRandom('voices of reviews')
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
      run_id: review.isEarlier ? id : null,
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
    rows.comments.push(...commentsOf({ id, later, idAt: (made) => uuidAt(made, ids), members: known.members }, review))
  }
  return rows
}

/** Returns the comments on a review, and the replies to each comment half an hour after each other. */
function commentsOf(
  on: {
    id: string
    later: (hours: number) => string
    idAt: (at: Date) => string
    members: ReadonlyMap<string, string>
  },
  { comments = [] }: DemoReview,
): DemoComment[] {
  const made = (by: string, content: string, hours: number, parent: DemoComment | null): DemoComment[] => {
    const user_id = on.members.get(by)
    const created_at = on.later(hours)
    if (!user_id) return []
    const above = { parent_id: parent?.id ?? null, answered_user_id: parent?.user_id ?? null }
    return [
      {
        id: on.idAt(new Date(created_at)),
        ...above,
        subject_type: 'review',
        subject_id: on.id,
        user_id,
        content,
        created_at,
      },
    ]
  }
  return comments.flatMap(({ by, text, replies = [] }, index) => {
    const [comment] = made(by, text, 1 + 2 * index, null)
    if (!comment) return []
    return [comment, ...replies.flatMap((reply, at) => made(reply.by, reply.text, 1.5 + 2 * index + at / 2, comment))]
  })
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
    updated_at timestamptz, run_id uuid`,
  )
  // Of two reviews of a game, the earlier one is of the first time, and the other one of the replay.
  await sql`
    update reviews review set playthrough_id = run.id, run_id = run.id
    from playthroughs run
    where run.user_id = review.user_id and run.game_id = review.game_id and run.is_replay = (review.run_id is null)
      and (select count(*) from reviews own where own.user_id = review.user_id and own.game_id = review.game_id) > 1`.execute(
    db,
  )
  await sql`
    insert into user_games as entry
      (user_id, game_id, status, play_time, completion_percentage, user_rating, created_at, updated_at)
    select user_id, game_id,
      case when finish_level = 'dropped' then 'dropped' when written_at = 100 then 'completed' else 'playing' end,
      coalesce(hours, 0), written_at, rating * 2, created_at, created_at
    from reviews where place = 0
    on conflict (user_id, game_id) do update set user_rating = excluded.user_rating`.execute(db)
  // A game that its reviewer only wanted to play has been played, too.
  await sql`
    update user_games entry set
      status = case when finish_level = 'dropped' then 'dropped' when written_at = 100 then 'completed' else 'playing' end,
      play_time = coalesce(hours, 0), completion_percentage = written_at,
      created_at = least(entry.created_at, review.created_at)
    from reviews review
    where review.user_id = entry.user_id and review.game_id = entry.game_id and review.place = 0
      and entry.status = 'want_to_play'`.execute(db)
  await sql`
    insert into game_progress_history (user_id, game_id, play_time, completion_percentage, created_at)
    select entry.user_id, entry.game_id, entry.play_time, entry.completion_percentage, review.created_at
    from user_games entry join reviews review using (user_id, game_id)
    where review.place = 0 and not exists (
      select from game_progress_history point
      where point.user_id = entry.user_id and point.game_id = entry.game_id)`.execute(db)
  const mark = 'review_id uuid, user_id uuid, created_at timestamptz'
  await insertRows(db, 'review_likes', likes, mark)
  await insertRows(db, 'review_bookmarks', bookmarks, mark)
  await insertRows(
    db,
    'activity_comments',
    comments,
    'id uuid, parent_id uuid, answered_user_id uuid, subject_type text, subject_id uuid, user_id uuid, content text, created_at timestamptz',
  )
}
