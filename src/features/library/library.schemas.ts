import * as z from 'zod/mini'
import { tooLongText } from '#shared/sentences.ts'
import { RATING_RANGE, STATUS_RANGE } from './entry-values.texts.ts'
import { NOTES_LENGTH, STATUSES } from './library.rules.ts'

export const status = z.enum(STATUSES, STATUS_RANGE)

export const rating = z.nullable(
  z.number(RATING_RANGE).check(z.int(RATING_RANGE), z.minimum(1, RATING_RANGE), z.maximum(10, RATING_RANGE)),
)
export const notes = z.nullable(z.string().check(z.maxLength(NOTES_LENGTH, tooLongText('Notes', NOTES_LENGTH))))
