import { unique } from '../../catalogue.rules.ts'
import { normaliseForSearch } from '../../search-name.rules.ts'
import { withArabicNumerals } from './numerals.ts'

/** Only games from this renown on get short forms; those of other games would be noise. */
export const SHORT_FORMS_FROM = 25

const MAX_NAMES = 6
/** Nobody types initials longer than this. */
const LONGEST = 10
/** Words that people omit before a number: 'tlou2' is Part II. */
const NUMBERED = new Set(['part', 'episode', 'chapter', 'volume', 'vol', 'book'])
/** Articles at the beginning of a name, which people often omit. */
export const ARTICLES: ReadonlySet<string> = new Set(['the', 'a', 'an'])

/**
 * Returns short forms of a game from the initials of its names, of their parts around a colon, and of their first
 * words: 'ff7' and 'ffvii', 'botw', 'gta', 'mw2' and 'codmw2'. Numbers stay whole.
 */
export function shortForms(names: readonly string[]): string[] {
  return unique(names.slice(0, MAX_NAMES).flatMap(shortFormsOf))
}

function shortFormsOf(name: string): string[] {
  // 'StarCraft' has the initials of two words.
  const spaced = name.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  const parts = spaced.split(/[:–—]| - /).map((part) => normaliseForSearch(part).split(' ').filter(Boolean))
  const whole = parts.flat()
  const forms = [whole, ...parts]
  for (const many of [2, 3, 4]) if (whole.length > many) forms.push(whole.slice(0, many))
  return forms.flatMap(variantsOf).flatMap((words) => initialsOf(words) ?? [])
}

function variantsOf(words: readonly string[]): string[][] {
  const plain = words.filter((word, at) => word !== 'and' && !(NUMBERED.has(word) && isNumber(words[at + 1])))
  const arabic = withArabicNumerals(plain.join(' ')).split(' ')
  const romanOrNot = [arabic, plain.map((word, at) => (word === arabic[at] ? word : `#${word}`))]
  return romanOrNot.flatMap((each) => (ARTICLES.has(each[0] ?? '') ? [each, each.slice(1)] : [each]))
}

const isNumber = (word: string | undefined) => word !== undefined && /^(\d+|[ivx]+)$/.test(word)

/** Returns null for initials that are too short, and for other scripts. A word behind '#' stays whole. */
function initialsOf(words: readonly string[]): string | null {
  const staysWhole = (word: string) => /^[#\d]/.test(word)
  const letters = words.filter((word) => !staysWhole(word)).length
  if (letters === 0 || words.length < 2 || !words.every((word) => /^#?[a-z0-9]+$/.test(word))) return null
  const form = words.map((word) => (staysWhole(word) ? word.replace('#', '') : word[0])).join('')
  return form.length <= LONGEST ? form : null
}
