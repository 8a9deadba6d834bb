import * as z from 'zod/mini'
import { lengthOf, readText } from '#shared/text.ts'
import { DESCRIPTION_MAX, LEVELS_MAX, NAME_MAX, RULE_KINDS, SHAPES, THRESHOLD_MAX } from './badges.rules.ts'
import { BADGE_TEXTS } from './badges.texts.ts'

// In a file apart from badges.contract.ts: the admin's form validates with these shapes in the browser (decision 0021).

const Words = (message: string, most: number) =>
  z
    .pipe(z.string(message), z.transform(readText))
    .check(z.refine((text) => lengthOf(text) >= 1 && lengthOf(text) <= most, message))

/** The texts of a badge, which an admin may change at any time. */
export const BadgeWords = z.object({
  name: Words(BADGE_TEXTS.name, NAME_MAX),
  description: Words(BADGE_TEXTS.description, DESCRIPTION_MAX),
})
export type BadgeWords = z.output<typeof BadgeWords>

const threshold = z.coerce
  .number(BADGE_TEXTS.threshold)
  .check(
    z.int(BADGE_TEXTS.threshold),
    z.minimum(1, BADGE_TEXTS.threshold),
    z.maximum(THRESHOLD_MAX, BADGE_TEXTS.threshold),
  )

/** A new badge: earned by a rule, or without one given by admins and challenges, with a drawing of their choice. */
export const BadgeDraft = z.extend(BadgeWords, {
  rule: z._default(z.nullable(z.object({ kind: z.enum(RULE_KINDS, 'Choose what counts'), threshold })), null),
  icon: z._default(z.enum(SHAPES, 'Choose a shape'), 'award'),
  level: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LEVELS_MAX)), 1),
})
export type BadgeDraft = z.output<typeof BadgeDraft>
