import * as z from 'zod/mini'
import { lengthOf, readText } from '#shared/text.ts'
import { SHELF_COLORS, SHELF_NAME_MAX } from './own-shelves.rules.ts'
import { OWN_SHELF_TEXTS } from './own-shelves.texts.ts'

/** A name is one line. */
export const shelfName = z
  .pipe(
    z.string(OWN_SHELF_TEXTS.name),
    z.transform((text) => readText(text).replace(/\s+/g, ' ')),
  )
  .check(
    z.refine((text) => text !== '', OWN_SHELF_TEXTS.name),
    z.refine((text) => lengthOf(text) <= SHELF_NAME_MAX, OWN_SHELF_TEXTS.nameTooLong),
  )

export const shelfColor = z.enum(SHELF_COLORS, OWN_SHELF_TEXTS.color)
