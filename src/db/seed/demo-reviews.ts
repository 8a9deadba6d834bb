import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import type { DemoActivity } from './demo-library.ts'
import type { DemoReview } from './demo-review-texts.ts'
import type { SeededRandom } from './seeded-random.ts'

/** The rows of the demo world's reviews. */
export interface DemoReviewRows {
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

/** The maximum age of an activity in days. */
const FEED_DAYS = 42

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
