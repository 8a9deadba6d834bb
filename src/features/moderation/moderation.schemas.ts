import * as z from 'zod/mini'
import { lengthOf, readText } from '#shared/text.ts'
import {
  DECIDED_AT_ONCE,
  DECLINE_NOTE_MAX,
  FIRST_TEXTS_MAX,
  HOLD_DAYS_MAX,
  HOLD_REASONS,
  HOLD_STATES,
  WORD_LENGTH_MAX,
  WORDS_MAX,
} from './moderation.rules.ts'
import { HOLD_FIELDS } from './moderation.texts.ts'

/** Where a text stands that others do not see, for its author and those who decide; null for all other texts. */
export const Hold = z.nullable(
  z.object({
    state: z.enum(HOLD_STATES),
    reason: z.enum(HOLD_REASONS),
    /** Why a moderator has declined it. */
    note: z.nullable(z.string()),
  }),
)
export type Hold = z.infer<typeof Hold>

const whole = (least: number, most: number, message: string) =>
  z.number(message).check(z.int(message), z.minimum(least, message), z.maximum(most, message))
const Days = whole(0, HOLD_DAYS_MAX, HOLD_FIELDS.days)

export const HoldRulesForm = z.object({
  first_texts: whole(1, FIRST_TEXTS_MAX, HOLD_FIELDS.texts),
  first_days: Days,
  link_days: Days,
  words: z
    .array(
      z.pipe(z.string(), z.transform(readText)).check(
        z.refine((word) => word !== '', HOLD_FIELDS.wordEmpty),
        z.refine((word) => lengthOf(word) <= WORD_LENGTH_MAX, HOLD_FIELDS.wordLong),
      ),
    )
    .check(z.maxLength(WORDS_MAX, HOLD_FIELDS.wordsMany)),
})
export type HoldRulesForm = z.infer<typeof HoldRulesForm>

const Items = z
  .array(z.object({ type: z.string(), id: z.uuid('This is no id') }))
  .check(z.minLength(1, HOLD_FIELDS.nothing), z.maxLength(DECIDED_AT_ONCE, HOLD_FIELDS.tooMany))

export const HeldDecision = z.discriminatedUnion('decision', [
  z.object({ items: Items, decision: z.literal('publish') }),
  z.object({
    items: Items,
    decision: z.literal('decline'),
    note: z.pipe(z.string(HOLD_FIELDS.noteShort), z.transform(readText)).check(
      z.refine((text) => lengthOf(text) >= 3, HOLD_FIELDS.noteShort),
      z.refine((text) => lengthOf(text) <= DECLINE_NOTE_MAX, HOLD_FIELDS.noteLong),
    ),
  }),
])
export type HeldDecision = z.infer<typeof HeldDecision>
