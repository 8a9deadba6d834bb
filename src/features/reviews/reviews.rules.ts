import { fullDate } from '#shared/dates.ts'
import { DAY_MS } from '#shared/durations.ts'
import { plainTextOf } from '#shared/plain-text.ts'
import { lengthOf } from '#shared/text.ts'

/** The limits and pure decisions of reviews, for server and browser. */

/** The maximum length of a review in code points (R-REV-22). */
export const REVIEW_LENGTH = 5000
/** The maximum length of a review in the journal's form (R-JOUR-14). */
export const JOURNAL_REVIEW_LENGTH = 1000
/** The maximum length of a platform's name in code points. */
export const PLATFORM_LENGTH = 60
/** The largest number of platforms by which the reviews of a game can be filtered. */
export const PLATFORMS_SHOWN = 40
/** A card cuts a longer text (R-REV-18). */
export const LONG_REVIEW = 150
/** The height of a collapsed card in pixels (R-REV-19). */
export const COLLAPSED_HEIGHT = 480
/** The number of lines that fit into that height, and of the letters of a line, where the card is widest. */
const LINES_COLLAPSED = 14
const LETTERS_OF_LINE = 80
/** The number of days for which a review is new (R-REV-23). */
const NEW_DAYS = 7
/** The maximum number of genres on a card (R-REV-25). */
export const GENRES_SHOWN = 3

/** Name and developer of the placeholder for a game that no longer exists (R-REV-02). */
export const MISSING_GAME = { genre: 'Game Data Missing', developer: 'Data unavailable' } as const

/** Returns whether a sanitised review has more than 150 characters without its tags (R-REV-18). */
export const isLongReview = (html: string): boolean => lengthOf(plainTextOf(html)) > LONG_REVIEW

/** Returns whether the card shows the badge 'New': the review is at most 7 days old (R-REV-23). */
export const isNewReview = (createdAt: string, now: Date): boolean =>
  now.getTime() - new Date(createdAt).getTime() <= NEW_DAYS * DAY_MS

/**
 * Returns whether a review on its own page is collapsed to 480 px at first (R-REV-19). It counts the lines of the widest
 * card, because a button that opens a text must have something to show.
 */
export function isCollapsible(text: string): boolean {
  const lines = text.split('\n').map((line) => Math.max(1, Math.ceil(lengthOf(line) / LETTERS_OF_LINE)))
  return lines.reduce((sum, count) => sum + count, 0) > LINES_COLLAPSED
}

interface Dated {
  created_at: string
}

/** Groups reviews that are sorted by time by their days in UTC (C01): 'Today', 'Yesterday', 'January 5, 2025'. */
export function byDay<Review extends Dated>(reviews: readonly Review[], now: Date) {
  const dayOf = (at: Date) => at.toISOString().slice(0, 10)
  const names = new Map([
    [dayOf(now), 'Today'],
    [dayOf(new Date(now.getTime() - DAY_MS)), 'Yesterday'],
  ])
  return [...Map.groupBy(reviews, ({ created_at }) => created_at.slice(0, 10))].map(([day, ofDay]) => ({
    day,
    label: names.get(day) ?? fullDate(new Date(day)),
    reviews: ofDay,
  }))
}

/** Returns the tone of a rating of 5 stars: good from 4, fair from 3, otherwise poor (R-REV-24). */
export const ratingTone = (rating: number): 'good' | 'fair' | 'poor' =>
  rating >= 4 ? 'good' : rating >= 3 ? 'fair' : 'poor'

/** Returns whether a card shows the placeholder for an unknown game (R-REV-02). */
export const isGameMissing = ({
  genres,
  developer,
}: {
  genres: readonly string[]
  developer: string | null
}): boolean => genres.includes(MISSING_GAME.genre) || developer === MISSING_GAME.developer

/** Returns the sort key of 'Most helpful': likes + 2 · bookmarks (G28). A generated column has the same value. */
export const helpfulnessOf = (likes: number, bookmarks: number): number => likes + 2 * bookmarks

/** The ratings of the histogram from left to right: 0.5 to 5. */
export const HALF_STARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** Returns the average of a histogram in stars, rounded to 0.01; null without reviews. `counts[0]` is half a star. */
export function averageOf(counts: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const stars = counts.reduce((sum, count, at) => sum + (count * (at + 1)) / 2, 0)
  return Math.round((stars / total) * 100) / 100
}
