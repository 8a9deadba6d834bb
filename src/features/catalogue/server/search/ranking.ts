import { ascending, compareInTurn, descending } from '#shared/order.ts'
import { normaliseForSearch } from '../../search-name.rules.ts'
import { isNumeral, isRoman, withArabicNumerals } from '../names/numerals.ts'
import { ARTICLES } from '../names/short-forms.ts'
import { belongsToAnother, isLesser } from './lesser-games.ts'
import type { Candidate } from './search.queries.ts'

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

/** The weight of renown compared with the match of the name: the best known game gets 60 points from it. */
const RENOWN = 0.6
/** From this renown on, a game counts as known. Most people do not mean an unknown game with exactly the typed name. */
const KNOWN = 30
const PER_MISFIT = 60
const PER_MISSING = 18
const LESSER = 14

/**
 * Ranks games, best first. A game with a name that has every word as typed (`typedIn`) comes before every game that needs
 * a correction or lacks a word, however famous that one is. Otherwise the score decides: it adds the match of the name (whole name,
 * beginning, part, scattered words) and the renown. Editions, hacks, demos, add-ons and erotic games come later, unless the
 * query requests them, and never before the game that they belong to, if that has the words too. The game whose own name is the
 * text is first or second; of several the best known.
 */
export function ranked(
  candidates: readonly Candidate[],
  readings: readonly QueryInterpretation[],
  typed: string,
): Candidate[] {
  const query = { readings, typed, likenessOf: likenessTo(readings) }
  const scored = candidates
    .map((game) => scoreOf(game, query))
    .filter(({ score }) => score > 0)
    .sort(
      compareInTurn(
        descending(({ score }) => score),
        descending(({ game }) => game.renown),
        ascending(({ game }) => game.id),
      ),
    )
  const namesake = scored.reduce<Scored | null>(
    (best, each) => (each.likeness > (best?.likeness ?? 0) ? each : best),
    null,
  )?.game
  const groups = Map.groupBy(scored, ({ asTyped }) => asTyped)
  const inOrder = TYPED.flatMap((asTyped) => parentsFirst(groups.get(asTyped)?.map(({ game }) => game) ?? []))
  const place = namesake ? inOrder.indexOf(namesake) : -1
  if (place > 1) inOrder.splice(1, 0, ...inOrder.splice(place, 1))
  return inOrder
}

/** Moves a game before its parts and editions. */
function parentsFirst(games: readonly Candidate[]): Candidate[] {
  const byId = new Map(games.map((game) => [game.id, game]))
  const inOrder = new Set<Candidate>()
  for (const game of games) {
    const parent = belongsToAnother(game) ? byId.get(game.parent_id as string) : undefined
    if (parent) inOrder.add(parent)
    inOrder.add(game)
  }
  return [...inOrder]
}

/**
 * Returns whether a game has this name, word by word or as a short form, and does not only start with it when spaces
 * are removed.
 */
export function isExactName(game: Candidate, readings: readonly QueryInterpretation[]): boolean {
  const { names, shorts } = namesOf(game)
  return readings.some(
    ({ terms, compact }) =>
      shorts.has(compact) ||
      names.some((words) => {
        const joined = words.join('')
        return (
          joined === compact ||
          joined === `the${compact}` ||
          terms.every((choices) => placeOf(words, choices, shorts, []) !== null)
        )
      }),
  )
}

function namesOf(game: Candidate): { names: string[][]; shorts: Set<string> } {
  const shorts = new Set<string>()
  const names: string[][] = []
  for (const part of game.search_text.split(' | ')) {
    const name = part.replace(/^\| | \|$/g, '')
    if (name.startsWith('~')) shorts.add(name.slice(1))
    else names.push(name.split(' '))
  }
  return { names, shorts }
}

interface Scored {
  game: Candidate
  score: number
  asTyped: AsTyped
  likeness: Likeness
}

/**
 * Whether one of the names of a game has every word as typed, the last one perhaps as a beginning: 'begun' if the last word is a
 * number that only begins another one, as in 'quest v' for 'Quest VIII'.
 */
type AsTyped = (typeof TYPED)[number]
const TYPED = ['whole', 'begun', 'no'] as const

/**
 * How much the own name of a game is like the typed text: 3 if it has the same words, 2 without spaces, 1 without the article at
 * the beginning or with the other numerals, and otherwise 0.
 */
type Likeness = 0 | 1 | 2 | 3

interface Ranked {
  readings: readonly QueryInterpretation[]
  /** The whole text, between spaces. */
  typed: string
  likenessOf: (own: readonly string[]) => Likeness
}

function scoreOf(game: Candidate, { readings, typed, likenessOf }: Ranked): Scored {
  const { names, shorts } = namesOf(game)
  const fame = Math.min(1, game.renown / KNOWN)
  let best = 0
  let asTyped: AsTyped = 'no'
  for (const reading of readings) {
    if (shorts.has(reading.compact)) best = Math.max(best, 40 + 30 * fame)
    for (const [at, words] of names.entries()) {
      best = Math.max(best, fitOf(words, reading, shorts, at === 0, fame))
      if (!reading.isTyped || asTyped === 'whole') continue
      const found = typedIn(words, reading, shorts)
      if (found !== 'no') asTyped = found
    }
  }
  const likeness = asTyped === 'no' ? 0 : likenessOf(names[0] ?? [])
  const lesser = (isLesser(game, typed) ? LESSER : 0) + (game.is_erotic ? LESSER : 0)
  const score = best <= 0 ? 0 : best + game.renown * RENOWN - lesser
  return { game, score: asTyped === 'no' ? score : Math.max(1, score), asTyped, likeness }
}

/**
 * Returns whether a name has every word as typed, in any order: a short form counts as typed, and spaces and an article at the
 * beginning do not matter. The readings of a query have its numerals either way.
 */
function typedIn(
  words: readonly string[],
  { terms, compact }: QueryInterpretation,
  shorts: ReadonlySet<string>,
): AsTyped {
  const joined = words.join('')
  if (shorts.has(compact) || joined === compact) return 'whole'
  const last = terms.at(-1)?.[0]?.word ?? ''
  const found = wordsIn(words, terms, shorts, 0) ?? (isArticle(terms) ? wordsIn(words, terms, shorts, 1) : null)
  if (found) return found.isBegun && isNumeral(last) ? 'begun' : 'whole'
  if (beginsCompact(joined, compact) === 0) return 'no'
  const isCutNumber = /\d$/.test(compact) && /\d/.test(joined[compact.length] ?? '')
  return isCutNumber || isNumeral(last) ? 'begun' : 'whole'
}

/** Looks for the typed words from the `first` one on, each at a place of its own. Returns null if one is missing. */
function wordsIn(
  words: readonly string[],
  terms: QueryInterpretation['terms'],
  shorts: ReadonlySet<string>,
  first: number,
): { isBegun: boolean } | null {
  const taken: number[] = []
  let isBegun = false
  for (let at = first; at < terms.length; at++) {
    const word = terms[at]?.[0]?.word ?? ''
    let place = words.indexOf(word)
    while (place >= 0 && taken.includes(place)) place = words.indexOf(word, place + 1)
    if (place < 0 && at === terms.length - 1) {
      place = words.findIndex((each, at) => each.startsWith(word) && !taken.includes(at))
      isBegun = place >= 0
    }
    if (place >= 0) taken.push(place)
    else if (!shorts.has(word)) return null
  }
  return { isBegun }
}

/** Whether the first of several words is an article. */
const isArticle = (terms: QueryInterpretation['terms']) => terms.length > 1 && ARTICLES.has(terms[0]?.[0]?.word ?? '')

function likenessTo(readings: readonly QueryInterpretation[]): Ranked['likenessOf'] {
  const typed = readings.filter(({ isTyped }) => isTyped)
  const compact = typed[0]?.compact
  const words = typed[0]?.terms.map(([choice]) => choice?.word).join(' ')
  const bare = new Set(typed.map((reading) => withoutArticle(reading).compact))
  return (own) => {
    const isLike =
      bare.has(bareName(own)) || (own.some(isRoman) && bare.has(bareName(withArabicNumerals(own.join(' ')).split(' '))))
    if (!isLike) return 0
    if (own.join('') !== compact) return 1
    return own.join(' ') === words ? 3 : 2
  }
}

/** Returns a name without the article at its beginning and without spaces. */
const bareName = (words: readonly string[]) =>
  (words.length > 1 && ARTICLES.has(words[0] as string) ? words.slice(1) : words).join('')

/** Returns the interpretation without the article that its first word is; the same one if there is none. */
export function withoutArticle(reading: QueryInterpretation): QueryInterpretation {
  const { terms, compact } = reading
  if (!isArticle(terms)) return reading
  return { ...reading, terms: terms.slice(1), compact: compact.slice(terms[0]?.[0]?.word.length) }
}

function fitOf(
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
  const places: number[] = []
  let misfit = 0
  let begun = 0
  let short = 0
  let missing = 0
  for (const choices of terms) {
    const found = placeOf(words, choices, shorts, places)
    if (found === null) {
      missing += 1
      continue
    }
    misfit += (1 - found.fit) / terms.length
    if (found.isBegun) begun += 1
    if (found.at === null) short += 1
    else places.push(found.at)
  }
  if (missing > mayMiss || missing === terms.length) return beginsCompact(joined, compact)
  const first = words[0] === 'the' ? 1 : 0
  const isInOrder = places.every((place, at) => at === 0 || place === (places[at - 1] as number) + 1)
  const isComplete = short === 0 && missing === 0
  let points = begun > 0 ? 28 : 35
  if (isComplete && isInOrder && (places[0] === 0 || places[0] === first)) {
    const isAll = places.length === words.length - (places[0] as number)
    points = isAll && begun === 0 ? whole - 8 : begun > 0 ? 46 : 50
  } else if (isComplete && isInOrder) points = begun > 0 ? 38 : 42
  // Of two names that match equally well, the one with fewer additional words wins.
  const beside = Math.min(6, Math.max(0, words.length - terms.length))
  points += -misfit * PER_MISFIT - missing * PER_MISSING - short * 2 - beside * 0.8
  return Math.max(points, beginsCompact(joined, compact))
}

/** Scores 'minecraftdun': the beginning of a name with spaces omitted or misplaced. */
function beginsCompact(joined: string, compact: string): number {
  return compact.length >= 5 && joined.startsWith(compact) ? 40 : 0
}

function placeOf(
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
        if (taken.includes(at) || !candidate.startsWith(word)) continue
        const isBegun = candidate !== word
        if (best && (best.fit > fit || (best.fit === fit && (isBegun || !best.isBegun)))) continue
        best = { at, fit, isBegun }
      }
    }
    if (!best && shorts.has(word)) best = { at: null, fit, isBegun: false }
  }
  return best
}

/** Normalises the query for the comparison with names and the signs of lesser games. */
export function typedWords(text: string): string {
  return ` ${normaliseForSearch(text)} `
}
