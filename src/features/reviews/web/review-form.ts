import * as z from 'zod/mini'
import type { Entry } from '#features/library/library.contract.ts'
import { starsOf } from '#features/library/library.rules.ts'
import type { Playthrough } from '#features/play-log/play-sessions.contract.ts'
import { playedShare, suggestedMark } from '#features/spoilers/spoilers.rules.ts'
import { markSentence } from '#features/spoilers/spoilers.texts.ts'
import { starsText } from '#shared/sentences.ts'
import { problemsOfSchema } from '#web/schema-problems.ts'
import { type PlayedOn, suggestedPlay } from '../played-on.rules.ts'
import type { Review } from '../reviews.contract.ts'
import { REVIEW_LENGTH } from '../reviews.rules.ts'
import { ReviewDraft } from '../reviews.schemas.ts'
import { REVIEW_DIALOG } from '../reviews.texts.ts'

/** The values of the form of a review. */
export interface ReviewFields extends PlayedOn {
  stars: number | null
  text: string
  isPublic: boolean
  hasSpoilers: boolean
  /** The spoiler mark in percent of the game; sent only with `hasSpoilers`. */
  spoilsTo: number
}

/** The data for the initial values of the form. */
export interface ReviewFormContext {
  /** The stored review; null for a new one. */
  review: Review | null
  entry: Pick<Entry, 'status' | 'completion_percentage' | 'user_rating'> | null
  playthroughs: readonly Playthrough[]
  /** The playthrough that is reviewed, if the form was opened for one. */
  playthrough: Playthrough | null
}

const suggestedShare = (entry: ReviewFormContext['entry']): number => suggestedMark(entry && playedShare(entry))

export function fieldsOf({ review, entry, playthroughs, playthrough }: ReviewFormContext): ReviewFields {
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
  return {
    stars: starsOf(playthrough ? playthrough.rating : (entry?.user_rating ?? null)),
    text: '',
    isPublic: true,
    hasSpoilers: false,
    spoilsTo: suggestedShare(entry),
    ...suggestedPlay(playthrough ? [playthrough] : playthroughs),
  }
}

/** Cuts typed or pasted text at 5000 characters (R-REV-22). */
export function capped(text: string): string {
  return text.length <= REVIEW_LENGTH ? text : [...text].slice(0, REVIEW_LENGTH).join('')
}

/** Converts the values to a request body; `rating` is missing without stars. */
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

/** Returns the valid draft, or the error of each invalid field. */
export function checkedDraft(
  fields: ReviewFields,
): { draft: ReviewDraft; problems?: never } | { draft?: never; problems: { stars?: string; text?: string } } {
  const parsed = z.safeParse(ReviewDraft, draftOf(fields))
  if (parsed.success) return { draft: parsed.data }
  const { rating, review_text: text } = problemsOfSchema(parsed)
  const stars = fields.stars === null ? REVIEW_DIALOG.starsRequired : rating
  return { problems: { ...(stars && { stars }), ...(text && { text }) } }
}

/** Returns each field with its name, where two versions differ. */
export const rowsOf = ({ stars, text, isPublic, hasSpoilers, spoilsTo, platform }: ReviewFields) => ({
  Stars: stars === null ? '' : starsText(stars),
  Text: text,
  Public: isPublic ? 'Yes' : 'No',
  Spoilers: hasSpoilers ? markSentence(spoilsTo) : '',
  Platform: platform,
})
