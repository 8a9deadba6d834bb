import * as z from 'zod/mini'
import { MARK_RANGE } from './spoilers.texts.ts'

/** The placeholder of a folded text, in whole percent of the game; null if the reader receives the text. */
export const FoldShape = z.nullable(z.object({ writtenAt: z.number(), readerAt: z.nullable(z.number()) }))

/** The spoiler mark in whole percent of the game; null or missing without one. */
export const spoilsTo = z.optional(
  z.nullable(z.number(MARK_RANGE).check(z.int(MARK_RANGE), z.minimum(0, MARK_RANGE), z.maximum(100, MARK_RANGE))),
)
