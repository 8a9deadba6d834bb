import { normaliseForSearch } from '../../search-name.rules.ts'
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
}

/** The weight of renown compared with the match of the name: the best known game gets 60 points from it. */
const RENOWN = 0.6
/** From this renown on, a game counts as known. Most people do not mean an unknown game with exactly the typed name. */
const KNOWN = 30
const PER_MISFIT = 60
const PER_MISSING = 18
const LESSER = 14

/**
 * Ranks games, best first. The score adds the match of the name (whole name, beginning, part, scattered words) and the
 * renown. Editions, hacks, demos, add-ons and erotic games come later, unless the query requests them, and never before
 * the game that they belong to, if that is found too. The best known game with exactly the name of the query is at
 * least third.
 */
export function ranked(
  candidates: readonly Candidate[],
  readings: readonly QueryInterpretation[],
  typed: string,
): Candidate[] {
  const scored = candidates
    .map((game) => scoreOf(game, readings, typed))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || b.game.renown - a.game.renown || (a.game.id < b.game.id ? -1 : 1))
  const namesake = scored.findIndex(({ isNamesake }) => isNamesake)
  if (namesake > 2) scored.splice(2, 0, ...scored.splice(namesake, 1))
  return parentsFirst(scored.map(({ game }) => game))
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
  /** Its own name equals the typed text. */
  isNamesake: boolean
}

function scoreOf(game: Candidate, readings: readonly QueryInterpretation[], typed: string): Scored {
  const { names, shorts } = namesOf(game)
  const fame = Math.min(1, game.renown / KNOWN)
  let best = 0
  let isNamesake = false
  for (const reading of readings) {
    if (shorts.has(reading.compact)) best = Math.max(best, 40 + 30 * fame)
    for (const [at, words] of names.entries()) {
      const fit = fitOf(words, reading, shorts, at === 0, fame)
      if (fit.isWhole && at === 0) isNamesake = true
      best = Math.max(best, fit.points)
    }
  }
  if (best <= 0) return { game, score: 0, isNamesake }
  const lesser = (isLesser(game, typed) ? LESSER : 0) + (game.is_erotic ? LESSER : 0)
  return { game, score: best + game.renown * RENOWN - lesser, isNamesake }
}

function fitOf(
  words: readonly string[],
  { terms, compact, mayMiss }: QueryInterpretation,
  shorts: ReadonlySet<string>,
  isOwn: boolean,
  fame: number,
): { points: number; isWhole: boolean } {
  const joined = words.join('')
  // An unknown game with exactly this name scores no more than one whose name begins with it.
  const whole = isOwn ? 52 + 48 * fame : 40 + 30 * fame
  if (joined === compact) return { points: whole, isWhole: true }
  if (joined === `the${compact}`) return { points: whole - 6, isWhole: false }
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
  return { points: Math.max(points, beginsCompact(joined, compact).points), isWhole: false }
}

/** Scores 'minecraftdun': the beginning of a name with spaces omitted or misplaced. */
function beginsCompact(joined: string, compact: string): { points: number; isWhole: boolean } {
  return { points: compact.length >= 5 && joined.startsWith(compact) ? 40 : 0, isWhole: false }
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
