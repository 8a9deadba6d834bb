/** What takes no room or no ink: white space, formatting (zero-width, direction), and the blank letters of Hangul and Braille. */
const INVISIBLE = /[\s\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0\u2800]/gu

/** What somebody wrote, as it is kept: trimmed, with one kind of line break. Empty when there is nothing to be seen in it. */
export function readText(text: string): string {
  const content = text.replace(/\r\n?/g, '\n').trim()
  return content.replace(INVISIBLE, '') === '' ? '' : content
}

/** Letters as a person counts them for the database: one for each code point, so an emoji is not two. */
export const lengthOf = (text: string): number => [...text].length

/** With an upper-case first letter. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
