import { ascending, compareInTurn, descending } from '#shared/order.ts'
import { normaliseForSearch } from '../../search-name.rules.ts'
import { isNumeral, isRoman, withArabicNumerals } from '../names/numerals.ts'
import { ARTICLES } from '../names/short-forms.ts'
import { belongsToAnother, isLesser } from './lesser-games.ts'
import { bareName, beginsCompact, fitOf, foundIn, isBegunBy, placeOf, type QueryInterpretation } from './name-fit.ts'
import type { Candidate } from './search.queries.ts'

/** The weight of renown compared with the match of the name: the best known game gets 60 points from it. */
const RENOWN = 0.6
/** From this renown on, a game counts as known. Most people do not mean an unknown game with exactly the typed name. */
const KNOWN = 30
const LESSER = 14
/** 'l4d' means the first game before the second one, unless that is far better known. */
const ANOTHER_PART = 6
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
  const before = scored.find(({ game }) => game === inOrder[0])
  // What is famous for a word of its name stays first; what only begins like the text, or a number in its name, does not.
  const isMeant = before && before.asTyped === 'whole' && !before.isBegun && !/^ \d+ $/.test(typed)
  const to = isMeant ? 1 : 0
  if (place > to) inOrder.splice(to, 0, ...inOrder.splice(place, 1))
  return inOrder
}

/** With this share of the letters none of 24 texts that no name is like proposes a game of the starter catalogue. */
const MIN_PROPOSED = 0.6

/** Returns the game whose name has most of the letters of a text for which `ranked` returns nothing; null if none has enough. */
export function likest(candidates: readonly Candidate[], readings: readonly QueryInterpretation[]): Candidate | null {
  const likenessOf = (game: Candidate) => {
    const { names, shorts } = namesOf(game)
    return Math.max(0, ...readings.flatMap(({ terms }) => names.map((words) => foundIn(words, terms, shorts).likeness)))
  }
  const [first] = candidates
    .filter((game) => !game.is_erotic)
    .map((game) => ({ game, likeness: likenessOf(game) }))
    .filter(({ likeness }) => likeness >= MIN_PROPOSED)
    .sort(
      compareInTurn(
        descending(({ likeness }) => likeness),
        descending(({ game }) => game.renown),
        ascending(({ game }) => game.id),
      ),
    )
  return first?.game ?? null
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

/** Returns whether a game has a name or short form that the typed text is, or is a part of word by word. */
export function hasTypedName(game: Candidate, readings: readonly QueryInterpretation[]): boolean {
  const { names, shorts } = namesOf(game)
  return [...readings, ...readings.map(withoutArticle)].some(({ terms, compact, isTyped }) => {
    const typed = ` ${terms.map(([choice]) => choice?.word).join(' ')} `
    const isName = (words: readonly string[]) => words.join('') === compact || ` ${words.join(' ')} `.includes(typed)
    return isTyped && (shorts.has(compact) || names.some(isName))
  })
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
  /** The last word is only the beginning of a word of the name. */
  isBegun: boolean
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
  let isBegun = true
  for (const reading of readings) {
    if (shorts.has(reading.compact))
      best = Math.max(best, 40 + 30 * fame - (isOfAnotherPart(names, reading.compact) ? ANOTHER_PART : 0))
    for (const [at, words] of names.entries()) {
      best = Math.max(best, fitOf(words, reading, shorts, at === 0, fame))
      if (!reading.isTyped || (asTyped === 'whole' && !isBegun)) continue
      const found = typedIn(words, reading, shorts)
      if (found.asTyped === 'no') continue
      if (asTyped !== 'whole') asTyped = found.asTyped
      isBegun &&= found.isBegun
    }
  }
  const likeness = asTyped === 'no' ? 0 : likenessOf(names[0] ?? [])
  const lesser = (isLesser(game, typed) ? LESSER : 0) + (game.is_erotic ? LESSER : 0)
  const score = best <= 0 ? 0 : best + game.renown * RENOWN - lesser
  return { game, score: asTyped === 'no' ? score : Math.max(1, score), asTyped, isBegun, likeness }
}

/** Whether the own name of a game has a number that a short form lacks. */
const isOfAnotherPart = ([own = []]: readonly (readonly string[])[], short: string): boolean =>
  !/\d$/.test(short) && own.some((word, at) => at > 0 && isNumeral(word) && !short.includes(word))

/**
 * Returns whether a name has every word as typed, in any order: a short form counts as typed, and spaces and an article at the
 * beginning do not matter. The readings of a query have its numerals either way.
 */
function typedIn(
  words: readonly string[],
  { terms, compact }: QueryInterpretation,
  shorts: ReadonlySet<string>,
): { asTyped: AsTyped; isBegun: boolean } {
  const joined = words.join('')
  if (shorts.has(compact) || joined === compact) return { asTyped: 'whole', isBegun: false }
  const last = terms.at(-1)?.[0]?.word ?? ''
  const found = wordsIn(words, terms, shorts, 0) ?? (isArticle(terms) ? wordsIn(words, terms, shorts, 1) : null)
  if (found) return { asTyped: found.isBegun && isNumeral(last) ? 'begun' : 'whole', isBegun: found.isBegun }
  if (beginsCompact(joined, compact) === 0) return { asTyped: 'no', isBegun: true }
  const isCutNumber = /\d$/.test(compact) && /\d/.test(joined[compact.length] ?? '')
  return { asTyped: isCutNumber || isNumeral(last) ? 'begun' : 'whole', isBegun: true }
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
      place = words.findIndex((each, at) => isBegunBy(each, word) && !taken.includes(at))
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

/** Returns the interpretation without the article that its first word is; the same one if there is none. */
export function withoutArticle(reading: QueryInterpretation): QueryInterpretation {
  const { terms, compact } = reading
  if (!isArticle(terms)) return reading
  return { ...reading, terms: terms.slice(1), compact: compact.slice(terms[0]?.[0]?.word.length) }
}

/** Normalises the query for the comparison with names and the signs of lesser games. */
export function typedWords(text: string): string {
  return ` ${normaliseForSearch(text)} `
}
