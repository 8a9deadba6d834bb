import { lengthOf } from '#shared/text.ts'

/** The numbers and decisions of reviews. Pure, for server and browser. */

/** Most characters (code points) of a review (R-REV-22). */
export const REVIEW_LENGTH = 5000
/** Most characters of a review that is written in the journal (R-JOUR-14). */
export const JOURNAL_REVIEW_LENGTH = 1000
/** A longer text is collapsed at first (R-REV-18). */
export const LONG_REVIEW = 150
/** The height of a collapsed card in pixels (R-REV-19). */
export const COLLAPSED_HEIGHT = 480
/** On its own page a review is collapsed when it has more characters than fit into that height. */
const TALL_REVIEW = 900
/** A review is new for this many days (R-REV-23). */
const NEW_DAYS = 7
/** Genres on a card (R-REV-25). */
export const GENRES_SHOWN = 3

/** Name and developer that a review shows for a game that no longer exists (R-REV-02). */
export const MISSING_GAME = { genre: 'Game Data Missing', developer: 'Data unavailable' } as const

const ENTITIES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** Returns the words of a sanitised review: without tags, with a line break for each break and block. */
export const plainTextOf = (html: string): string =>
  html
    .replace(/<br \/>|<\/(?:p|li|ul|ol|blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:lt|gt|quot|amp);/g, (entity) => ENTITIES[entity] as string)
    .trim()

/** Whether a sanitised review has more than 150 characters without its tags (R-REV-18). */
export const isLongReview = (html: string): boolean => lengthOf(plainTextOf(html)) > LONG_REVIEW

const DAY_MS = 86_400_000

/** Whether the card shows the badge 'New': at most 7 days old (R-REV-23). */
export const isNewReview = (createdAt: string, now: Date): boolean =>
  now.getTime() - new Date(createdAt).getTime() <= NEW_DAYS * DAY_MS

/** Whether a review on its own page is collapsed to 480 px at first (R-REV-19). */
export const isCollapsible = (text: string): boolean => lengthOf(text) > TALL_REVIEW

/** The colour of a rating on the scale of five stars: from 4 good, from 3 fair, below poor (R-REV-24). */
export const ratingTone = (rating: number): 'good' | 'fair' | 'poor' =>
  rating >= 4 ? 'good' : rating >= 3 ? 'fair' : 'poor'

/** Whether a card shows the placeholder look of an unknown game (R-REV-02). */
export const isGameMissing = ({
  genres,
  developer,
}: {
  genres: readonly string[]
  developer: string | null
}): boolean => genres.includes(MISSING_GAME.genre) || developer === MISSING_GAME.developer

/** The key of the order 'Most helpful': likes + 2 · bookmarks (G28). The database generates the same. */
export const helpfulnessOf = (likes: number, bookmarks: number): number => likes + 2 * bookmarks

/** Half stars from left to right: 0.5 to 5. */
export const HALF_STARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const

/** The average of a histogram in stars, rounded to 0.01; null without reviews. `counts[0]` belongs to half a star. */
export function averageOf(counts: readonly number[]): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  const stars = counts.reduce((sum, count, at) => sum + (count * (at + 1)) / 2, 0)
  return Math.round((stars / total) * 100) / 100
}
