import { isNumeral } from '../names/numerals.ts'
import { ARTICLES } from '../names/short-forms.ts'

/** A candidate for one word of the query: the word itself, or a correction of it. */
export interface Choice {
  word: string
  /** 1 for the word itself, less for a correction. */
  fit: number
}

/** One interpretation of a query; each word with its choices, in order, in the spelling of `search_text`. */
export interface QueryInterpretation {
  terms: readonly (readonly Choice[])[]
  /** The same without spaces. */
  compact: string
  /** The number of words that a name may lack. */
  mayMiss: number
  /** Whether these are the words as typed, without a correction. */
  isTyped: boolean
}

const PER_MISFIT = 60
const PER_MISSING = 18
/** A name in which less of the letters of the text is found is no match. Measured: of 200 texts that no name is like, 1 % find one. */
const MIN_ALIKE = 0.72
/** Words that say nothing about which game is meant. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(['the', 'a', 'an', 'of', 'and', 'to', 'in', 'on', 'for'])
/** A number means more than its digits. */
const NUMBER_WEIGHT = 3
const weightOf = (word: string): number =>
  EMPTY_WORDS.has(word) ? 0.5 : isNumeral(word) ? Math.max(NUMBER_WEIGHT, word.length) : word.length

/** A letter of another script in `search_text` begins with 'u' and its code, which is no beginning that somebody types. */
export const isBegunBy = (candidate: string, word: string): boolean =>
  candidate.startsWith(word) &&
  (candidate === word || !/^u[0-9a-f]{0,3}$/.test(word) || !/^u[0-9a-f]{4}/.test(candidate))

/** Returns a name without the article at its beginning and without spaces. */
export const bareName = (words: readonly string[]) =>
  (words.length > 1 && ARTICLES.has(words[0] as string) ? words.slice(1) : words).join('')

/** Returns how well a name has the words of a query, in points. */
export function fitOf(
  words: readonly string[],
  { terms, compact, mayMiss }: QueryInterpretation,
  shorts: ReadonlySet<string>,
  isOwn: boolean,
  fame: number,
): number {
  const joined = words.join('')
  // An unknown game with exactly this name scores no more than one whose name begins with it.
  const whole = isOwn ? 52 + 48 * fame : 40 + 30 * fame
  if (joined === compact) return whole
  if (bareName(words) === compact) return whole - 6
  const { places, misfit, begun, short, missing, likeness } = foundIn(words, terms, shorts)
  // A whole name with a word too many is a match, however long that word is.
  const isWholeName =
    missing === 1 && misfit === 0 && begun === 0 && places.length > 1 && places.length === words.length
  const isAlike = likeness >= MIN_ALIKE || isWholeName
  if (missing > mayMiss || missing === terms.length || !isAlike) return beginsCompact(joined, compact)
  const first = words[0] === 'the' ? 1 : 0
  const isInOrder = places.every((place, at) => at === 0 || place === (places[at - 1] as number) + 1)
  const isComplete = short === 0 && missing === 0
  let points = begun > 0 ? 28 : 35
  if (isComplete && isInOrder && (places[0] === 0 || places[0] === first)) {
    const isAll = places.length === words.length - (places[0] as number)
    points = isAll && begun === 0 ? whole - 8 : begun > 0 ? 46 : 50
  } else if (isComplete && isInOrder) points = begun > 0 ? 38 : 42
  // All words of the name, in another order.
  else if (isComplete && begun === 0 && places.length === words.length) points = whole - 12
  // Of two names that match equally well, the one with fewer additional words wins.
  const beside = Math.min(6, Math.max(0, words.length - terms.length))
  points += -misfit * PER_MISFIT - missing * PER_MISSING - short * 2 - beside * 0.8
  return Math.max(points, beginsCompact(joined, compact))
}

/** Finds the words of a query in a name. The likeness is the share of its letters that are found, from 0 to 1. */
export function foundIn(words: readonly string[], terms: QueryInterpretation['terms'], shorts: ReadonlySet<string>) {
  const places: number[] = []
  let misfit = 0
  let begun = 0
  let short = 0
  let missing = 0
  let letters = 0
  let alike = 0
  for (const choices of terms) {
    const found = placeOf(words, choices, shorts, places)
    const weight = weightOf(choices[0]?.word ?? '')
    letters += weight
    if (found === null) {
      missing += 1
      continue
    }
    alike += weight * found.fit
    misfit += (1 - found.fit) / terms.length
    if (found.isBegun) begun += 1
    if (found.at === null) short += 1
    else places.push(found.at)
  }
  return { places, misfit, begun, short, missing, likeness: letters === 0 ? 0 : alike / letters }
}

/** Scores 'minecraftdun': the beginning of a name with spaces omitted or misplaced. */
export function beginsCompact(joined: string, compact: string): number {
  return compact.length >= 5 && joined.startsWith(compact) ? 40 : 0
}

export function placeOf(
  words: readonly string[],
  choices: readonly Choice[],
  shorts: ReadonlySet<string>,
  taken: readonly number[],
): { at: number | null; fit: number; isBegun: boolean } | null {
  const next = taken.length === 0 ? 0 : (taken[taken.length - 1] as number) + 1
  let best: { at: number | null; fit: number; isBegun: boolean } | null = null
  for (const { word, fit } of choices) {
    // Of two equal words, the one after the last match counts.
    for (const from of [next, 0]) {
      for (let at = from; at < words.length; at++) {
        const candidate = words[at] as string
        if (taken.includes(at) || !isBegunBy(candidate, word)) continue
        const isBegun = candidate !== word
        if (best && (best.fit > fit || (best.fit === fit && (isBegun || !best.isBegun)))) continue
        best = { at, fit, isBegun }
      }
    }
    if (!best && shorts.has(word)) best = { at: null, fit, isBegun: false }
  }
  return best
}
