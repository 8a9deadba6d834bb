import { plainWords } from '../../../mapping.rules.ts'

/** Accents, and the marks that Hebrew, Arabic and Hindi add to letters or leave out. */
const ACCENTS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u093c]/g
/** Letters that people write in two ways, without accents. */
const LETTERS: Readonly<Record<string, string>> = {
  œ: 'oe',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
  ة: 'ه',
  ى: 'ي',
  ک: 'ك',
  ی: 'ي',
}
/** The Arabic article, which people write or leave out. */
const ARTICLE = /(?<!\p{L})ال(?=\p{L}{3})/gu
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/**
 * Returns the words of a text in the form in which words of columns and statuses are compared: in lower case, without
 * accents and punctuation. 'TimePlayed (h)' is 'time played h', 'Terminé' is 'termine', 'أُنهيتها' is 'انهيتها'.
 */
export const foldedWords = (text: string): string =>
  plainWords(
    withPlainDigits(text)
      .replace(/(\p{Ll}|\d)(\p{Lu}\p{Ll})/gu, '$1 $2')
      .normalize('NFKD')
      .replace(ACCENTS, '')
      .normalize('NFC'),
  )
    .replace(LETTER, (letter) => LETTERS[letter] as string)
    .replace(ARTICLE, '')

/** The zeros of the digits of Arabic, Persian, Hindi, Thai, and of full width. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xe50, 0xff10]
const OTHER_NUMBERS = /[٠-٩۰-۹०-९๐-๙０-９٫٬٪\u200e\u200f\u202a-\u202e\u2066-\u2069]/
const SIGNS: Readonly<Record<string, string>> = { '٫': '.', '٪': '%' }

/** Returns a text with the digits 0 to 9 for those of other scripts, and without the marks of a direction: '١٢٫٥' is '12.5'. */
export const withPlainDigits = (text: string): string =>
  OTHER_NUMBERS.test(text)
    ? text.replace(new RegExp(OTHER_NUMBERS, 'g'), (sign) => {
        const code = sign.charCodeAt(0)
        const zero = ZEROS.find((each) => code >= each && code < each + 10)
        return zero === undefined ? (SIGNS[sign] ?? '') : String(code - zero)
      })
    : text

/** Returns whether a text has signs that are written without spaces between words. */
export const hasNoSpaces = (text: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u.test(text)

/** Returns whether folded words have this phrase among them. */
export const hasPhrase = (words: string, phrase: string): boolean =>
  // Most phrases are not there, and this comparison is cheap.
  words.includes(phrase) && (` ${words} `.includes(` ${phrase} `) || hasNoSpaces(phrase))

/** Returns the words with letters beyond ASCII of lists that are divided by bars, in lower case. */
export const accentedOf = (lists: readonly string[]): ReadonlySet<string> =>
  new Set(lists.flatMap((list) => list.split(/[\n|]+/).map(plainWords)).filter((word) => /[^\0-\x7f]/.test(word)))
