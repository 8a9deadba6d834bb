import * as z from 'zod/mini'
import { partialDay } from '#features/play-log/play-session-draft.schemas.ts'
import { lengthOf, readText } from '#shared/text.ts'
import { COPY_TEXT_MAX, currencies, isWholeCents, PRICE_MAX } from './copies.rules.ts'
import { COPY_TEXTS } from './copies.texts.ts'

/** One line of text; an empty one is null. */
const line = (error: string) =>
  z._default(
    z.nullable(
      z
        .pipe(
          z.string(error),
          z.transform((text) => readText(text).replace(/\s+/g, ' ') || null),
        )
        .check(z.refine((text) => text === null || lengthOf(text) <= COPY_TEXT_MAX, error)),
    ),
    null,
  )

const price = z
  .number(COPY_TEXTS.price)
  .check(
    z.minimum(0, COPY_TEXTS.priceBelow),
    z.maximum(PRICE_MAX, COPY_TEXTS.priceAbove),
    z.refine(isWholeCents, COPY_TEXTS.priceDecimals),
  )

/** All that a member notes for a copy; what is missing is unknown. */
export const CopyDraft = z
  .object({
    platform: line(COPY_TEXTS.platform),
    store: line(COPY_TEXTS.store),
    edition: line(COPY_TEXTS.edition),
    is_physical: z.boolean(COPY_TEXTS.isPhysical),
    /** As exact as the date is known. */
    got_on: z._default(z.nullable(partialDay), null),
    price: z._default(z.nullable(price), null),
    /** An ISO 4217 code. */
    currency: z._default(
      z.nullable(
        z.string(COPY_TEXTS.currency).check(z.refine((code) => currencies().includes(code), COPY_TEXTS.currency)),
      ),
      null,
    ),
    lent_to: line(COPY_TEXTS.lentTo),
    lent_on: z._default(z.nullable(partialDay), null),
  })
  .check(
    z.refine(({ price, currency }) => price === null || currency !== null, {
      error: COPY_TEXTS.currency,
      path: ['currency'],
    }),
    z.refine(({ lent_to, lent_on }) => lent_on === null || lent_to !== null, {
      error: COPY_TEXTS.lentToMissing,
      path: ['lent_to'],
    }),
  )
export type CopyDraft = z.infer<typeof CopyDraft>
