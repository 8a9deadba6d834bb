import { unique } from '../../catalogue.rules.ts'
import { normaliseForSearch } from '../../search-name.rules.ts'
import { withArabicNumerals } from './numerals.ts'
import { withSeriesNames } from './series-names.ts'
import { SHORT_FORMS_FROM, shortForms } from './short-forms.ts'

/**
 * Returns all spellings in which a query may match a name, most literal first: as typed, with arabic numerals, with the
 * number split off ('gta5'), with short forms of series written out ('uc4'). Empty when the query has nothing to search for.
 */
export function queryForms(query: string): string[] {
  const typed = normaliseForSearch(query)
  const split = typed.replace(/(\p{L})(\d)/gu, '$1 $2')
  const written = withSeriesNames(typed)
  return unique([typed, withArabicNumerals(typed), withArabicNumerals(split), written]).filter((form) => form !== '')
}

/**
 * Returns the names by which a game is found: its name first, then the same with arabic numerals, and other names, each
 * also without inner punctuation.
 */
export function searchNames(name: string, alternativeNames: readonly string[]): string[] {
  const names = [name, ...alternativeNames]
  const literal = names.map(normaliseForSearch)
  const joined = names.map((each) =>
    normaliseForSearch(each.replace(/(?<=[\p{L}\p{N}])[-.·:/]+(?=[\p{L}\p{N}])/gu, '')),
  )
  const own = literal[0] ?? ''
  return unique([own, withArabicNumerals(own), ...literal, ...literal.map(withArabicNumerals), ...joined]).filter(
    (form) => form !== '',
  )
}

/**
 * Encodes letters of other scripts as ASCII, because the trigram index of a PostgreSQL with LC_CTYPE=C handles ASCII
 * letters only.
 */
function encoded(normalised: string): string {
  return normalised.replace(/[^ -~]/gu, (letter) => `u${(letter.codePointAt(0) as number).toString(16)}`)
}

/**
 * Returns the column `search_text`: '| name | other name | ~short |', so that every word follows a space and every name
 * a bar. Short forms have a tilde, so that they match as a whole and never as a word. Scripts without spaces add each
 * pair of adjacent letters, so that a part of a name is found.
 */
export function searchTextOf(name: string, alternativeNames: readonly string[], renown: number): string {
  const names = searchNames(name, alternativeNames)
  const shorts = renown >= SHORT_FORMS_FROM ? shortForms([name, ...alternativeNames]) : []
  const pairs = unique(names.flatMap((each) => each.split(' ').flatMap(letterPairs)))
  const parts = [...names.map(encoded), ...shorts.map((short) => `~${short}`), encoded(pairs.join(' '))]
  return `| ${parts.filter((part) => part !== '').join(' | ')} |`
}

/**
 * Returns each pair of adjacent letters of a word that is written without spaces around it: 'ゼルダ' has 'ゼル' and 'ルダ'.
 */
export function letterPairs(word: string): string[] {
  if (!isUnspaced(word)) return []
  const letters = [...word]
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

/** Returns a query form in the spelling of `search_text`. */
export function encodedForm(form: string): string {
  return encoded(form)
}

/** Returns true for scripts that write words without spaces, where a match may start inside. */
export function isUnspaced(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)
}

/** Returns the number of insertions, deletions, replacements and swapped neighbours; most + 1 for more than `most`. */
export function editDistance(a: string, b: string, most: number): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      let cost = Math.min(
        (last[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (last[j - 1] as number) + (isSame ? 0 : 1),
      )
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (beforeLast[j - 2] as number) + 1)
      row.push(cost)
    }
    if (Math.min(...row) > most) return most + 1
    beforeLast = last
    last = row
  }
  return last[b.length] as number
}
