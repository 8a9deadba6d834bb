/** Invisible characters: white space, formatting (zero-width, direction), and the blank letters of Hangul and Braille. */
const INVISIBLE = /[\s\p{Cf}\p{Cc}\u115f\u1160\u3164\uffa0\u2800]/gu

/** Normalises text for storage: trimmed, with one kind of line break, composed (NFC). Returns '' for text without a visible character. */
export function readText(text: string): string {
  const content = text.replace(/\r\n?/g, '\n').normalize('NFC').trim()
  return content.replace(INVISIBLE, '') === '' ? '' : content
}

/** Returns the form by which names are compared: composed (NFC) and in lower case. In SQL it is `lower(normalize(name))`. */
export const foldName = (name: string): string => name.normalize('NFC').toLowerCase()

/**
 * Returns whether a name contains only what can be shown in a line. Control characters break pages and databases, and
 * direction overrides reverse the text around the name.
 */
export const isPrintable = (name: string): boolean => !/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u.test(name)

/** Counts letters as the database does: one for each code point, so an emoji is one. */
export const lengthOf = (text: string): number => [...text].length

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
