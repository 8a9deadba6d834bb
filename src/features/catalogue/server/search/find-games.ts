import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import { unique } from '../../catalogue.rules.ts'
import { normaliseForSearch } from '../../search-name.rules.ts'
import type { SummaryRow } from '../catalogue.queries.ts'
import { findMerged } from '../merged/merged-games.queries.ts'
import { encodedForm, isUnspaced, letterPairs, queryForms } from '../names/names.ts'
import { findSummaries } from '../stored-games/summaries.queries.ts'
import { correctionsOf, dividedWords } from './corrections.ts'
import { type GameFilter, NO_FILTER } from './facets.ts'
import { findByIdElsewhere } from './game-address.queries.ts'
import { gameAddressIn } from './game-address.ts'
import type { KnownWords } from './known-words.queries.ts'
import type { ReadWords } from './known-words-cache.ts'
import type { Choice, QueryInterpretation } from './name-fit.ts'
import { signsOfAll } from './name-signs.ts'
import { findQualifiedFacts } from './qualified-facts.queries.ts'
import { byQualifier, qualifiedName } from './qualifiers.ts'
import { hasTypedName, isExactName, likest, ranked, typedWords, withoutArticle } from './ranking.ts'
import {
  type Candidate,
  type CandidateCard,
  type CandidateScan,
  type CandidateSearch,
  type FoundWords,
  findByKey,
  findCandidates,
  findLiteral,
  findWords,
  isCommonSearch,
  isStored,
} from './search.queries.ts'

/** More matches than this are neither ranked nor counted. */
export const MAX_FOUND = 1000

/** At least this many of the best known matches are ranked. */
const MIN_RANKED = 50

const MAX_WORDS = 24
/** Only the first words of a text are corrected. */
const MAX_CORRECTED = 12
/** A key has so many letters of a name without its spaces, as `search_keys` of the database cuts it. */
const LONGEST_NAME = 60
const LONGEST_SHORT = 10
/** The shortest text that is searched among names without spaces. */
const SHORTEST_BEGINNING = 6
/** When the best match has less renown, the query may be a misspelling of a known game. */
const WELL_KNOWN = 20
/** So many words or phrases beside the name are taken apart. */
const MAX_QUALIFIERS = 3
const NO_FACTS = { first_release_date: null, platform_ids: [] }
/** Shorter words are hardly ever misspelled. */
const SHORTEST_SLIP = 4

interface Deps {
  db: Db
  words: ReadWords
}

/**
 * Returns the ids of the games that a text may mean, best first, at most `most`. An id or a link to a game at a source or
 * a store finds that game. Words may be in any order and incomplete. A text without matches is tried as a misspelling, as
 * words without their spaces, or with one word omitted.
 */
export async function findGames(
  deps: Deps,
  text: string,
  { filter = NO_FILTER, most }: { filter?: GameFilter; most: number },
): Promise<GameId[]> {
  const found = await findRanked(deps, text, { filter, most, hasCards: false })
  if (typeof found === 'string') return (await isStored(deps.db, found)) ? [found] : []
  return found.slice(0, most).map(({ id }) => id as GameId)
}

/** Finds games as `findGames` does, and returns their cards, mostly in one statement. */
export async function findGameCards(deps: Deps, text: string, most: number): Promise<SummaryRow[]> {
  const found = await findRanked(deps, text, { filter: NO_FILTER, most, hasCards: true })
  return typeof found === 'string' ? findSummaries(deps.db, [found]) : (found.slice(0, most) as CandidateCard[])
}

/**
 * Returns the games that a text may mean, best first, or the id of the only one, which may be no stored game. Words that qualify a
 * name (a platform, a year, 'remake') are first part of it, and then apart: they sort the games with the rest of the name.
 */
async function findRanked(
  deps: Deps,
  text: string,
  bounds: Bounds,
  qualifiers = MAX_QUALIFIERS,
): Promise<Candidate[] | GameId> {
  const qualified = qualifiers > 0 ? qualifiedName(normaliseForSearch(text)) : null
  if (!qualified || gameAddressIn(text)) return findNamed(deps, text, bounds)
  const literal = await findNamed(deps, text, bounds, { isLiteral: true })
  const rest = await findRanked(deps, qualified.name, bounds, qualifiers - 1)
  if (typeof literal === 'string' || typeof rest === 'string') return literal
  if (rest.length === 0) return literal.length > 0 ? literal : findNamed(deps, text, bounds)
  const facts = await findQualifiedFacts(
    deps.db,
    rest.map(({ id }) => id),
  )
  const games = rest.flatMap((game) => ({ ...game, ...(facts.get(game.id) ?? NO_FACTS) }))
  // A game whose name is a correction of the rest is sorted apart.
  const [typed, corrected] = partition(games, (game) => hasTypedName(game, readingsOf(qualified.name)))
  const all = [...literal, ...byQualifier(typed, qualified), ...byQualifier(corrected, qualified)]
  return [...new Map(all.map((game) => [game.id, game])).values()]
}

const readingsOf = (text: string) => queryForms(text).map(literalReading)

function partition<T>(all: readonly T[], test: (each: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((each) => !test(each))]
}

/** Finds games as `findRanked` does, with all words as parts of the name; literal ones without corrections. */
async function findNamed(
  { db, words }: Deps,
  text: string,
  { filter, most, hasCards }: Bounds,
  { isLiteral: isLiteralOnly = false } = {},
): Promise<Candidate[] | GameId> {
  const address = gameAddressIn(text)
  if (address && 'id' in address) return (await findMerged(db, [address.id])).get(address.id) ?? address.id
  if (address && 'source' in address) {
    const id = await findByIdElsewhere(db, address)
    if (id !== null) return id as GameId
  }
  if (address) {
    const id = await findByKey(db, `=${encodedForm(compactOf(normaliseForSearch(address.slug)))}`)
    if (id !== null) return id as GameId
  }
  const query = address ? address.slug : text
  const forms = queryForms(query)
  if (forms.length === 0) return []
  const typed = typedWords(query)
  const bounds = { filter, most: Math.max(most, MIN_RANKED), hasCards }
  const literal = await findByInterpretations(db, forms.map(literalReading), bounds)
  const fitting = ranked(literal, literal.readings, typed)
  if (isLiteralOnly) return fitting
  const isMeant = (game: Candidate) => game.renown >= WELL_KNOWN && isExactName(game, literal.readings)
  const isClear = fitting.some(isMeant) || (forms[0] as string).length < SHORTEST_SLIP
  if (isClear) return fitting
  const corrected = await findCorrected(db, await words(), forms, bounds)
  const all = new Map([...corrected, ...literal].map((game) => [game.id, game]))
  return ranked([...all.values()], [...literal.readings, ...corrected.readings], typed)
}

type FoundGames = Candidate[] & { readings: QueryInterpretation[] }
type Bounds = Pick<CandidateSearch, 'filter' | 'most' | 'hasCards'>

const compactOf = (form: string) => form.replaceAll(' ', '')

function literalReading(form: string): QueryInterpretation {
  const words = form.split(' ').slice(0, MAX_WORDS)
  const terms = words.map((word) => [{ word: encodedForm(word), fit: 1 }])
  return { terms, compact: encodedForm(compactOf(form)), mayMiss: 0, isTyped: true }
}

async function findByInterpretations(
  db: Db,
  readings: readonly QueryInterpretation[],
  bounds: Bounds,
): Promise<FoundGames> {
  const tokens = new Map<string, { token: string; isWhole: boolean }>()
  for (const { terms } of readings)
    for (const [at, choices] of terms.entries())
      for (const { word } of choices)
        for (const token of tokensOf(word)) {
          const isWhole = token !== word || (/^\d+$/.test(word) && at < terms.length - 1)
          tokens.set(token, { token, isWhole: isWhole && (tokens.get(token)?.isWhole ?? true) })
        }
  const compacts = unique(
    readings.flatMap((reading) => [
      reading.compact,
      `the${reading.compact}`,
      reading.compact.replace(/^the(?=.)/, ''),
      withoutArticle(reading).compact,
    ]),
  )
  const isLong = readings.some(({ terms }) => terms.length > 1)
  const named = {
    names: [
      ...unique(compacts.map((compact) => `=${compact.slice(0, LONGEST_NAME)}`)),
      ...compacts.filter((compact) => compact.length <= LONGEST_SHORT).map((compact) => `~${compact}`),
    ],
    beginnings: compacts
      .filter((compact) => compact.length >= SHORTEST_BEGINNING || (isLong && compact.length > 3))
      .filter((compact) => compact.length < LONGEST_NAME)
      .map((compact) => `=${compact}`),
  }
  const given = [...tokens.values()]
  const games = (await findAmong(db, readings, given, { ...bounds, ...named })) as FoundGames
  games.readings = [...readings]
  return games
}

async function findAmong(
  db: Db,
  readings: readonly QueryInterpretation[],
  tokens: readonly { token: string; isWhole: boolean }[],
  search: Omit<CandidateSearch, 'walks'>,
): Promise<Candidate[]> {
  const [only, another] = readings
  if (only && !another && isLiteral(only) && isCommonSearch(search.filter, only.terms.length))
    return findLiteral(db, { ...search, tokens, tests: testsOf(only), signs: signsOf(only) })
  const found = await findWords(db, tokens)
  return findCandidates(db, { ...search, walks: readings.flatMap((reading) => walkOf(reading, found) ?? []) })
}

/** Whether each word of a reading has one choice, and is looked up as a whole. */
const isLiteral = ({ terms, mayMiss }: QueryInterpretation): boolean =>
  mayMiss === 0 && terms.every(([choice, other]) => choice && !other && tokensOf(choice.word)[0] === choice.word)

/** Returns the tokens to look up for a word: the word itself, or in scripts without spaces some of its letter pairs. */
function tokensOf(word: string): string[] {
  const letters = decoded(word)
  if (!isUnspaced(letters)) return [word]
  const pairs = letterPairs(letters).map(encodedForm)
  return pairs.length === 0 ? [word] : unique([pairs[0] as string, pairs[pairs.length - 1] as string])
}

const decoded = (word: string) =>
  word.replace(/u([0-9a-f]{4,5})/g, (all, code: string) => {
    const letter = String.fromCodePoint(Number.parseInt(code, 16))
    return encodedForm(letter) === all ? letter : all
  })

/**
 * Builds a scan of the games that have the rarest word; the other words are tests. Returns null if a word is in no name
 * at all.
 */
function walkOf({ terms, mayMiss }: QueryInterpretation, found: ReadonlyMap<string, FoundWords>): CandidateScan | null {
  const entries = terms.map((choices) => {
    const words = choices.flatMap(({ word }) => {
      const parts = tokensOf(word).map((token) => found.get(token))
      // All letter pairs of one word must match; the rarer one leads the scan.
      return parts.includes(undefined)
        ? []
        : [(parts as FoundWords[]).toSorted((a, b) => a.games - b.games)[0] as FoundWords]
    })
    return { choices, keys: words.flatMap(({ keys }) => keys), games: words.reduce((sum, each) => sum + each.games, 0) }
  })
  const usable = entries.filter(({ keys }) => keys.length > 0).sort((a, b) => a.games - b.games)
  const lead = usable[0]
  if (!lead || usable.length < terms.length - mayMiss) return null
  // If words may be missing, the leading word may be the missing one.
  const leads = usable.slice(0, 1 + mayMiss)
  return {
    keys: unique(leads.flatMap(({ keys }) => keys)),
    tests: testsOf({ terms }),
    signs: signsOf({ terms }),
    mayMiss,
  }
}

/** Returns the patterns of each word. A single word that is looked up as a whole needs no test. */
function testsOf({ terms }: Pick<QueryInterpretation, 'terms'>): CandidateScan['tests'] {
  const isOneWord = terms.length === 1 && terms[0]?.every(({ word }) => tokensOf(word)[0] === word)
  return isOneWord
    ? []
    : terms.map((choices, at) => choices.flatMap(({ word }) => patternsOf(word, at === terms.length - 1)))
}

/** Returns the signs of names that have all words. A word of letter pairs may be inside another one, so it has none. */
const signsOf = ({ terms }: Pick<QueryInterpretation, 'terms'>): bigint =>
  signsOfAll(terms.map((choices) => choices.map(({ word }) => (tokensOf(word)[0] === word ? word : ''))))

/**
 * Returns the patterns of a word in `search_text`: after a space, short forms after a tilde; a number must match as a
 * whole unless it is the last word.
 */
function patternsOf(word: string, isLast: boolean): string[] {
  if (tokensOf(word)[0] !== word) return [`%${word}%`]
  const isWhole = /^\d+$/.test(word) && !isLast
  return [isWhole ? `% ${word} %` : `% ${word}%`, `% ~${word} %`]
}

/** Returns the known game that a text which finds nothing may mean; null if no name is like it. */
export async function findMeant({ db, words }: Deps, text: string): Promise<Candidate | null> {
  const forms = queryForms(text)
  if (forms.length === 0 || gameAddressIn(text)) return null
  const found = await findCorrected(db, await words(), forms, {
    filter: NO_FILTER,
    most: MIN_RANKED,
    hasCards: false,
  })
  const known = found.filter(({ renown }) => renown >= WELL_KNOWN)
  return likest(known, found.readings)
}

/** Repeats the search with misspellings corrected, spaces inserted, or, of three words and more, one word omitted. */
async function findCorrected(db: Db, known: KnownWords, forms: readonly string[], bounds: Bounds): Promise<FoundGames> {
  const form = forms[forms.length - 1] as string
  const words = form.split(' ').slice(0, MAX_WORDS)
  const terms: Choice[][] = words.map((word, at) => [
    { word: encodedForm(word), fit: 1 },
    ...(at < MAX_CORRECTED ? correctionsOf(known, word) : []),
  ])
  const readings: QueryInterpretation[] = [{ terms, compact: encodedForm(compactOf(form)), mayMiss: 0, isTyped: false }]
  // An article that the name does not have.
  for (const reading of [...readings, ...forms.map(literalReading)]) {
    const bare = withoutArticle(reading)
    if (bare !== reading) readings.push({ ...bare, compact: reading.compact })
  }
  const divided = dividedWords(known, compactOf(form))
  if (divided && divided.join(' ') !== form) readings.push({ ...literalReading(divided.join(' ')), isTyped: false })
  const games = await findByInterpretations(db, readings, bounds)
  if (games.some(({ renown }) => renown >= WELL_KNOWN) || words.length < 3) return games
  const looser = await findByInterpretations(db, [{ ...(readings[0] as QueryInterpretation), mayMiss: 1 }], bounds)
  looser.readings.push(...games.readings)
  looser.push(...games)
  return looser
}
