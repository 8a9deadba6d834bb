import { foldedWords } from './folded.ts'

/** The languages in which people write the month of a date as a word. */
const LANGUAGES = 'en de fr es pt it pl ru nl sv da nb fi uk cs tr hu el ro id ar ar-SY he hi th hr'.split(' ')
/** Spellings that no list of names has. */
const OTHERS: Readonly<Record<string, number>> = { sept: 9, mrz: 3, maerz: 3, jaenner: 1, janner: 1, set: 9, fev: 2 }

/** The Hebrew 'in' stands before the name of a month, as a part of it. */
const folded = (name: string) =>
  foldedWords(name)
    .replaceAll(' ', '')
    .replace(/^ב(?=\p{L}{3})/u, '')

/** After a day with a point Croatians write months that have the names of other ones in Polish; two of them are others in Czech. */
const CROATIAN: Readonly<Record<string, number>> = { listopada: 10, listopad: 10, lip: 6, lis: 0, srp: 0 }

function monthNames(): ReadonlyMap<string, number> {
  const names = new Map<string, number>(Object.entries(OTHERS))
  for (const language of LANGUAGES)
    for (const month of ['long', 'short'] as const)
      for (const day of [undefined, 'numeric'] as const) {
        const format = new Intl.DateTimeFormat(language, { month, ...(day && { day }), timeZone: 'UTC' })
        for (let at = 0; at < 12; at += 1) {
          const parts = format.formatToParts(Date.UTC(2021, at, 5))
          const name = folded(parts.find(({ type }) => type === 'month')?.value ?? '')
          if (/^[\p{L}\p{M}]{2,}$/u.test(name) && !names.has(name)) names.set(name, at + 1)
        }
      }
  return names
}

/** Short forms have at least so many letters: 'octo', 'juil'. */
const SHORTEST = 3

/** Returns all names and their beginnings; 0 for a beginning of several months. */
function withBeginnings(names: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const all = new Map<string, number>()
  for (const [name, month] of names)
    for (let length = SHORTEST; length < name.length; length += 1) {
      const beginning = name.slice(0, length)
      const known = all.get(beginning)
      all.set(beginning, known === undefined || known === month ? month : 0)
    }
  return new Map([...all, ...names])
}

let whole: ReadonlyMap<string, number> | null = null

/** Returns whether a word is the whole name of a month or one of its usual short forms. */
export function isMonthName(word: string): boolean {
  whole ??= monthNames()
  return whole.has(folded(word))
}

let known: ReadonlyMap<string, number> | null = null

/**
 * Returns the number of a month by its name or its short form, in the languages of most files; null for another word, and for one that
 * means two months behind a day with a point.
 */
export function monthOf(word: string, isAfterPoint = false): number | null {
  whole ??= monthNames()
  known ??= withBeginnings(whole)
  const name = folded(word)
  return ((isAfterPoint ? CROATIAN[name] : undefined) ?? known.get(name)) || null
}
