import { readText } from '#shared/text.ts'
import { APP_NAME_WORDS } from './apps.rules.ts'
import { OWN_APP_TEXTS } from './apps.texts.ts'

// The name of an app is what another member reads before the decision, so it can neither pose as this site nor persuade.

/** Normalises the name of an app for storage: trimmed, and in usual letters where Unicode has others that mean the same. */
export const readAppName = (text: string): string => readText(text.normalize('NFKC'))

/** Characters that nobody sees, but for the one that asks for the picture of a sign. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
/** Letters and digits, with a few signs between them. A point stands before a digit only: an address is no name. */
const SIGNS = /^(?:[\p{L}\p{M}\p{N} \-_'’&+()]|\.(?=\p{N}))+$/u

/** The scripts that Unicode recommends for names (UAX 31, table 5). Others look like Latin to most people, such as Lisu. */
const SCRIPTS =
  `Arabic Armenian Bengali Bopomofo Cyrillic Devanagari Ethiopic Georgian Greek Gujarati Gurmukhi Han Hangul Hebrew
  Hiragana Kannada Katakana Khmer Lao Latin Malayalam Myanmar Oriya Sinhala Tamil Telugu Thaana Thai Tibetan`.split(
    /\s+/,
  )
/** Which scripts stand in one word: one, or those of a language with several (UTS 39, "highly restrictive"). */
const OF_A_WORD = [
  ...SCRIPTS.map((script) => [script]),
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Hangul'],
  ['Latin', 'Han', 'Bopomofo'],
].map(
  (scripts) => new RegExp(`^[${[...scripts, 'Common', 'Inherited'].map((one) => `\\p{sc=${one}}`).join('')}]+$`, 'u'),
)

/** Returns what is wrong with the name of an app, or null. The name of the site: `isNameOfSite`. */
export function appNameProblem(name: string): string | null {
  if (INVISIBLE.test(name)) return OWN_APP_TEXTS.nameCharacters
  const words = name.split(' ').filter((word) => word !== '')
  if (!words.every((word) => OF_A_WORD.some((scripts) => scripts.test(word)))) return OWN_APP_TEXTS.nameLetters
  if (!SIGNS.test(name) || !/\p{L}/u.test(name) || words.length > APP_NAME_WORDS) return OWN_APP_TEXTS.nameOnly
  return POSES.some((word) => hasWord(name, word)) ? OWN_APP_TEXTS.namePoses : null
}

/** Returns whether the name of an app has the name of the site in it, also in letters that look alike. */
export const isNameOfSite = (name: string, productName: string): boolean => hasWord(name, productName)

/** Only the site and its team are one of these. */
const POSES =
  `savepoint official officially verified approved certified trusted admin admins administrator administrators moderator
  moderators support staff security`.split(/\s+/)

/** A longer word is recognised within another one, too. */
const LONG = 6

function hasWord(name: string, word: string): boolean {
  const wanted = skeletonOf(word)
  const parts = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(skeletonOf)
  if (wanted === '') return false
  if (wanted.length >= LONG && parts.join('').includes(wanted)) return true
  return parts.some((_, from) => parts.some((_, to) => parts.slice(from, to + 1).join('') === wanted))
}

/** Letters of other alphabets that look like these Latin ones, and digits that are read as letters. */
const LOOKALIKES: Record<string, string> = {
  a: 'АаΑα4ɑ',
  b: 'ВвьΒβ8',
  c: 'СсϲϹ',
  d: 'ԁđ',
  e: 'ЕеΕεє3',
  g: 'ɡԌ9',
  h: 'НнҺһΗħ',
  j: 'Јј',
  k: 'КкΚκ',
  l: 'ІіΙιıӀӏIiłŁ1',
  m: 'МмΜ',
  n: 'пΝη',
  o: 'ОоΟοσøØ0',
  p: 'РрΡρ',
  q: 'ԛ',
  r: 'г',
  s: 'Ѕѕ5',
  t: 'ТтΤτ7ŧ',
  u: 'υμц',
  v: 'ѵνѴ',
  w: 'ԝԜω',
  x: 'ХхΧχ',
  y: 'УуΥγү',
  z: 'Ζ2',
}
const LETTER_OF = new Map(Object.entries(LOOKALIKES).flatMap(([letter, all]) => [...all].map((one) => [one, letter])))

/** Returns the letters and digits of a text so that texts that look alike are the same. */
function skeletonOf(text: string): string {
  const letters = [...text.normalize('NFKD')].filter((sign) => /[\p{L}\p{N}]/u.test(sign))
  return letters
    .map((sign) => LETTER_OF.get(sign) ?? sign.toLowerCase())
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
}
