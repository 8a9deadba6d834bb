import * as z from 'zod/mini'

/** The placeholder of a folded text, in whole percent of the game; null if the reader receives the text. */
export const FoldShape = z.nullable(z.object({ writtenAt: z.number(), readerAt: z.nullable(z.number()) }))

/** The spoiler mark in whole percent of the game; null or missing without one. */
export const spoilsTo = z.optional(
  z.nullable(
    z
      .number('A spoiler mark is a percentage from 0 to 100')
      .check(
        z.int('A spoiler mark is a percentage from 0 to 100'),
        z.minimum(0, 'A spoiler mark is a percentage from 0 to 100'),
        z.maximum(100, 'A spoiler mark is a percentage from 0 to 100'),
      ),
  ),
)
