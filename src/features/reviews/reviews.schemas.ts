import * as z from 'zod/mini'
import { spoilsTo } from '#features/spoilers/spoilers.schemas.ts'
import { PlaythroughId, requiredGameId } from '#shared/ids.ts'
import { lengthOf, readText } from '#shared/text.ts'
import { PLATFORM_LENGTH, REVIEW_LENGTH } from './reviews.rules.ts'
import { PLATFORM_RANGE, RATING_RANGE, TEXT_REQUIRED, TEXT_TOO_LONG } from './reviews.texts.ts'

const rating = z
  .number(RATING_RANGE)
  .check(z.minimum(0.5, RATING_RANGE), z.maximum(5, RATING_RANGE), z.multipleOf(0.5, RATING_RANGE))

const text = z.pipe(
  z.string(TEXT_REQUIRED),
  z.transform((given, context) => {
    const content = readText(given)
    const message = content === '' ? TEXT_REQUIRED : lengthOf(content) > REVIEW_LENGTH ? TEXT_TOO_LONG : null
    if (message !== null) context.issues.push({ code: 'custom', message, input: given })
    return content
  }),
)

/** The platform that the author played on, in one line; null or missing if the review names none. */
export const platform = z.optional(
  z.nullable(
    z
      .pipe(
        z.string(),
        z.transform((given) => readText(given).replace(/\s+/g, ' ')),
      )
      .check(
        z.refine((name) => name !== '', PLATFORM_RANGE),
        z.refine((name) => lengthOf(name) <= PLATFORM_LENGTH, PLATFORM_RANGE),
      ),
  ),
)

/** The fields of a review's form. */
export const ReviewDraft = z.object(
  {
    /** Stars, 0.5 to 5 in halves: half of the library's 1 to 10 (C22). */
    rating,
    /** 1 to 5000 characters. The server retains the formatting tags of the allow-list. */
    review_text: text,
    is_public: z._default(z.boolean(), true),
    platform,
    playthrough_id: z.optional(z.nullable(PlaythroughId)),
    /** The spoiler mark in percent of the game; null without one. */
    spoils_to: spoilsTo,
  },
  'Review data is required',
)
export type ReviewDraft = z.output<typeof ReviewDraft>

export const gameIdInBody = requiredGameId('Game ID is required')
