import * as z from 'zod/mini'

/** Stands in the place of a text that the reader has not reached; null if the text is there. Whole percent of the game. */
export const FoldShape = z.nullable(z.object({ writtenAt: z.number(), readerAt: z.nullable(z.number()) }))

/** Up to which share of the game a text spoils, in whole percent; null or missing if its author does not mark it. */
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
