import * as z from 'zod/mini'
import { fromCursor, type Keyset } from '#db/keyset.ts'
import { refuse } from '#shared/refusal.ts'
import { API_TEXTS } from '../../public-api.texts.ts'

const Page = z.tuple([z.number().check(z.int(), z.minimum(2), z.maximum(10_000))])

const refuseCursor = () => refuse('invalid', 'invalid_cursor', API_TEXTS.cursorInvalid)

/** Reads the cursor of a list that has page numbers. Refuses invalid_cursor. */
export function pageOf(cursor: string | undefined): number {
  if (cursor === undefined) return 1
  try {
    return Page.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))[0]
  } catch {
    return refuseCursor()
  }
}

/** Returns the cursor of the next page of such a list. */
export const nextPage = (page: number, hasMore: boolean): string | null =>
  hasMore ? Buffer.from(JSON.stringify([page + 1])).toString('base64url') : null

/** Reads the cursor of a list in order of time. Refuses invalid_cursor. */
export const placeOf = (cursor: string | undefined): Keyset | null =>
  cursor === undefined ? null : (fromCursor(cursor) ?? refuseCursor())
