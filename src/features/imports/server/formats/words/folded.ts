import { plainWords } from '../../../mapping.rules.ts'

/**
 * Returns the words of a text in the form in which words of columns and statuses are compared: in lower case, without
 * accents and punctuation. 'TimePlayed (h)' is 'time played h', 'Terminé' is 'termine'.
 */
export const foldedWords = (text: string): string =>
  plainWords(
    text
      .replace(/(\p{Ll}|\d)(\p{Lu}\p{Ll})/gu, '$1 $2')
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFC')
      .replaceAll('œ', 'oe')
      .replaceAll('ł', 'l')
      .replaceAll('Ł', 'L'),
  )

/** Returns whether a text has signs that are written without spaces between words. */
export const hasNoSpaces = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text)

/** Returns whether folded words have this phrase among them. */
export const hasPhrase = (words: string, phrase: string): boolean =>
  // Most phrases are not there, and this comparison is cheap.
  words.includes(phrase) && (` ${words} `.includes(` ${phrase} `) || hasNoSpaces(phrase))

/** Returns the words with letters beyond ASCII of lists that are divided by bars, in lower case. */
export const accentedOf = (lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(/[\n|]+/).map(plainWords)).filter((word) => /[^\0-\x7f]/.test(word)))
