import { normaliseForSearch, unique } from '../../catalogue.rules.ts'

const ROMAN: Record<string, string> = {}
for (const [at, roman] of 'ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ').entries())
  ROMAN[roman] = String(at + 2)

/** Roman numerals after the first word as digits: 'final fantasy vii' is 'final fantasy 7'. Takes a normalised text. */
export function withArabicNumerals(normalised: string): string {
  return normalised
    .split(' ')
    .map((word, at) => (at > 0 && ROMAN[word]) || word)
    .join(' ')
}

/**
 * Every way in which a query may stand for a name, most literal first: as typed, with arabic numerals, with the number
 * split off ('gta5'). Empty when nothing can be searched for.
 */
export function queryForms(query: string): string[] {
  const typed = normaliseForSearch(query)
  const split = typed.replace(/(\p{L})(\d)/gu, '$1 $2')
  return unique([typed, withArabicNumerals(typed), withArabicNumerals(split)]).filter((form) => form !== '')
}

const MOST_SWAPS = 24

/** The form with two neighbouring letters swapped, once for each place: the slip that trigrams forgive least. */
export function swappedForms(form: string): string[] {
  const letters = [...form]
  const swapped = letters.slice(1).flatMap((letter, at) => {
    const before = letters[at] as string
    if (letter === before || letter === ' ' || before === ' ') return []
    return [[...letters.slice(0, at), letter, before, ...letters.slice(at + 2)].join('')]
  })
  return unique(swapped).slice(0, MOST_SWAPS)
}

/** Initials as people write them: 'final fantasy 7' is ff7; numbers stay whole. Null for names too short to have any. */
function initialsOf(normalised: string): string | null {
  const words = normalised.split(' ').filter((word) => word !== 'and')
  const letters = words.filter((word) => !/^\d/.test(word)).length
  if (letters < 2 || words.length < 3 || !/^[a-z0-9 ]+$/.test(normalised)) return null
  return words.map((word) => (/^\d/.test(word) ? word : word[0])).join('')
}

/**
 * What a game is found by: its name first, then the same with arabic numerals, without inner punctuation ('pacman'),
 * its alternative names, and initials of the name and of what follows the colon ('ff7', 'botw').
 */
export function searchNames(name: string, alternativeNames: readonly string[]): string[] {
  const names = [name, ...alternativeNames]
  const literal = names.map(normaliseForSearch)
  const joined = names.map((each) =>
    normaliseForSearch(each.replace(/(?<=[\p{L}\p{N}])[-.·:/]+(?=[\p{L}\p{N}])/gu, '')),
  )
  const parts = [name, ...name.split(/[:–—]| - /).slice(1)]
  const initials = parts.map((part) => initialsOf(withArabicNumerals(normaliseForSearch(part))) ?? '')
  const own = literal[0] ?? ''
  return unique([
    own,
    withArabicNumerals(own),
    ...literal,
    ...literal.map(withArabicNumerals),
    ...joined,
    ...initials,
  ]).filter((form) => form !== '')
}

/**
 * Letters of other scripts as ASCII codes: the trigram index of a PostgreSQL with LC_CTYPE=C knows ASCII letters only.
 */
function encoded(normalised: string): string {
  return normalised.replace(/[^ -~]/gu, (letter) => `u${(letter.codePointAt(0) as number).toString(16)}`)
}

/** The column `search_text`: '| name | other name | initials |', so that every word follows a space and every name a bar. */
export function searchTextOf(name: string, alternativeNames: readonly string[]): string {
  return `| ${searchNames(name, alternativeNames).map(encoded).join(' | ')} |`
}

/** A query form in the same spelling as `search_text`. */
export function encodedForm(form: string): string {
  return encoded(form)
}

/** True for scripts that write words without spaces, where a match may begin inside. */
export function isUnspaced(word: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(word)
}

/**
 * How well a misspelt query fits a name, 0 to 1: each word of the query is compared with the nearest word of the name.
 * `query` and `searchText` are in the spelling of `search_text`.
 */
export function likeness(query: string, searchText: string): number {
  const words = query.split(' ')
  let best = 0
  for (const name of searchText.split('|')) {
    const candidates = name.trim().split(' ')
    let found = 0
    let letters = 0
    for (const word of words) {
      let nearest = 0
      for (const candidate of candidates) nearest = Math.max(nearest, wordLikeness(word, candidate))
      found += nearest * word.length
      letters += word.length
    }
    // Of two names that hold the words equally well, the one with fewer words beside them.
    const share = letters === 0 ? 0 : found / letters - 0.01 * Math.max(0, candidates.length - words.length)
    best = Math.max(best, share)
  }
  return best
}

function wordLikeness(word: string, candidate: string): number {
  if (word === candidate) return 1
  if (word.length >= 3 && candidate.startsWith(word)) return 0.95
  const allowed = word.length <= 3 ? 0 : word.length <= 5 ? 1 : word.length <= 9 ? 2 : 3
  if (allowed === 0 || Math.abs(word.length - candidate.length) > allowed) return 0
  const edits = editDistance(word, candidate, allowed)
  return edits > allowed ? 0 : 1 - edits / Math.max(word.length, candidate.length)
}

/** Insertions, deletions, replacements and neighbours swapped, each one edit; more than `most` is answered as most + 1. */
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
