/** Characters (code points) of a comment after trimming (G27). */
export const MAX_COMMENT = 500
/** Comments that come with their subject: as many as the inline list shows (C17, G26). */
export const PREVIEWED = 3
/** Of these a card shows (R-ACT-21). */
export const SHOWN_ON_CARD = 2
/** Comments per part of the dialog (C17). */
export const COMMENTS_PAGE_SIZE = 20

/** What takes no room or no ink: white space, formatting (zero-width, direction), and the blank letters of Hangul and Braille. */
const INVISIBLE = /[\s\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0\u2800]/gu

/** As it is kept: trimmed (R-ACT-16), with one kind of line break. Empty when there is nothing to be seen in it (R-ACT-15). */
export function readComment(text: string): string {
  const content = text.replace(/\r\n?/g, '\n').trim()
  return content.replace(INVISIBLE, '') === '' ? '' : content
}

/** Letters as a person counts them for the database: one for each code point, so an emoji is not two. */
export const lengthOf = (text: string): number => [...text].length

export const isTooLong = (text: string): boolean => lengthOf(readComment(text)) > MAX_COMMENT
