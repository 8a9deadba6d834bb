import * as z from 'zod/mini'
import type { Entry } from '#features/library/library.contract.ts'
import type { Playthrough } from '#features/library/sessions.contract.ts'
import { openPlaythrough } from '#features/library/sessions.rules.ts'
import type { PlaythroughId } from '#shared/ids.ts'
import type { Review } from '../reviews.contract.ts'
import { REVIEW_DIALOG } from '../reviews.messages.ts'
import { REVIEW_LENGTH } from '../reviews.rules.ts'
import { ReviewDraft } from '../reviews.schemas.ts'

/** The values of the form of a review. */
export interface ReviewFields {
  stars: number | null
  text: string
  isPublic: boolean
  hasSpoilers: boolean
  /** In percent of the game; sent only with `hasSpoilers`. */
  spoilsTo: number
  platform: string
  playthroughId: PlaythroughId | null
}

/** What the form begins with. */
export interface ReviewFormContext {
  /** The stored review; null for a new one. */
  review: Review | null
  entry: Pick<Entry, 'status' | 'completion_percentage' | 'user_rating'> | null
  playthroughs: readonly Playthrough[]
}

/** Returns the author's own progress in whole percent; the whole game for an author who has not logged it. */
export function ownProgress(entry: ReviewFormContext['entry']): number {
  if (!entry || entry.status === 'completed') return 100
  return Math.round(entry.completion_percentage)
}

/** Returns the share that the slider begins with: a mark at 0 % would fold nothing. */
const suggestedShare = (entry: ReviewFormContext['entry']): number => ownProgress(entry) || 100

export function fieldsOf({ review, entry, playthroughs }: ReviewFormContext): ReviewFields {
  if (review)
    return {
      stars: review.rating,
      text: review.source_text ?? '',
      isPublic: review.is_public,
      hasSpoilers: review.spoils_to !== null,
      spoilsTo: review.spoils_to ?? suggestedShare(entry),
      platform: review.platform ?? '',
      playthroughId: review.playthrough_id,
    }
  const playthrough = openPlaythrough(playthroughs) ?? playthroughs.at(-1) ?? null
  return {
    stars: entry?.user_rating ? entry.user_rating / 2 : null,
    text: '',
    isPublic: true,
    hasSpoilers: false,
    spoilsTo: suggestedShare(entry),
    platform: playthrough?.platform ?? '',
    playthroughId: playthrough?.id ?? null,
  }
}

/** Cuts typed or pasted text at 5000 characters (R-REV-22). */
export function capped(text: string): string {
  return text.length <= REVIEW_LENGTH ? text : [...text].slice(0, REVIEW_LENGTH).join('')
}

/** Returns what is sent; `rating` is missing without stars. */
function draftOf(fields: ReviewFields) {
  return {
    rating: fields.stars ?? undefined,
    review_text: fields.text,
    is_public: fields.isPublic,
    platform: fields.platform || null,
    playthrough_id: fields.playthroughId,
    spoils_to: fields.hasSpoilers ? fields.spoilsTo : null,
  }
}

/** Returns the draft as the contract parses it, or the sentence for each field that prevents it. */
export function checkedDraft(
  fields: ReviewFields,
): { draft: ReviewDraft; problems?: never } | { draft?: never; problems: { stars?: string; text?: string } } {
  const parsed = z.safeParse(ReviewDraft, draftOf(fields))
  if (parsed.success) return { draft: parsed.data }
  const said = (field: string) => parsed.error.issues.find(({ path }) => path[0] === field)?.message
  const stars = fields.stars === null ? REVIEW_DIALOG.starsRequired : said('rating')
  const text = said('review_text')
  return { problems: { ...(stars && { stars }), ...(text && { text }) } }
}

/** An unsaved review on this device. */
export interface StoredDraft {
  fields: ReviewFields
  /** The version of the stored review on which it is based; null for a new review. */
  base: Pick<Review, 'id' | 'updated_at'> | null
}

/** Parses a draft from the device; null if it is none, for example one of an earlier version of the app. */
export function draftFrom(stored: Record<string, unknown> | null): StoredDraft | null {
  const fields = stored?.fields as Partial<ReviewFields> | undefined
  if (typeof fields?.text !== 'string' || typeof fields.isPublic !== 'boolean') return null
  const base = (stored?.base ?? null) as StoredDraft['base']
  return { fields: fields as ReviewFields, base }
}

export const isSameFields = (a: ReviewFields, b: ReviewFields): boolean => JSON.stringify(a) === JSON.stringify(b)
