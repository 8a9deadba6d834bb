import { ascending, compareInTurn } from '#shared/order.ts'
import { lengthOf, readText } from '#shared/text.ts'

/** The largest number of characters (code points) of a comment after trimming (G27). */
export const MAX_COMMENT = 500
/** The number of comments loaded with their subject: as many as the inline list shows (C17, G26). */
export const PREVIEWED = 3
/** The number of these comments that a card shows (R-ACT-21). */
export const SHOWN_ON_CARD = 2
/** Comments per page of the dialog (C17). */
export const COMMENTS_PAGE_SIZE = 20

/** The initial state of the form. */
export const EMPTY_DRAFT = { content: '', spoilsTo: null } as const

/** Returns the text as it is stored (R-ACT-15, R-ACT-16). */
export const readComment = readText

/** Returns whether a comment, as it would be stored, has more than `MAX_COMMENT` characters. */
export const isTooLong = (text: string): boolean => lengthOf(readComment(text)) > MAX_COMMENT

/** Orders comments by time, the oldest first, and those of the same time by their id: their time is a millisecond. */
export const oldestFirst = compareInTurn<{ id: string; created_at: string }>(
  ascending(({ created_at }) => created_at),
  ascending(({ id }) => id),
)
