import { setImmediate } from 'node:timers/promises'
import type { Db } from '#db/db.ts'
import { oneSlipAway, type ReadWords } from '#features/catalogue/server/catalogue.service.ts'
import { canonicalGameId } from '#shared/ids.ts'
import type { ImportedRecord } from '../../imported-record.rules.ts'
import { likenessOf } from './likeness.ts'
import {
  type AskedId,
  type AskedKey,
  findByIds,
  findByNames,
  findSimilar,
  type GameFacts,
  LONGEST_KEY,
} from './matching.queries.ts'
import { type Candidate, type MatchedBy, matchRecord, type RecordEvidence, type Verdict } from './matching.rules.ts'
import { type NamedGame, namedGame } from './named-game.ts'
import { platformsOf } from './platforms-of.ts'
import { significant } from './significant-words.ts'
import { type ReadTitle, readTitle } from './title-forms.ts'

export type Match = Exclude<Verdict, { state: 'matched' }> | { state: 'matched'; gameId: string; by: MatchedBy }

/** The part of a record that tells which game it is. */
export type MatchableRecord = Pick<
  ImportedRecord,
  'title' | 'ids' | 'release_year' | 'platforms' | 'playthroughs' | 'copies'
>

export interface MatchingDeps {
  db: Db
  /** The words of known games, to recognise typing errors. */
  words: ReadWords
}

/** So many records are matched by one round of statements, which stay short also while nothing is cached. */
const CHUNK = 250
/** After so many comparisons other requests get the processor. */
const AT_ONCE = 10
/** More words of a title are not looked up. */
const MAX_WORDS = 8
const MAX_CORRECTIONS = 4
/** With the game of the id there are three candidates. */
const MAX_NAMESAKES = 2
/** The shortest word that is looked up with typing errors, and the shortest beginning of a name. */
const SHORTEST_TYPO = 3
const SHORTEST_BEGINNING = 5
/** A short form of a name is at most this long. */
const LONGEST_SHORT = 10

/**
 * Finds the stored game of each record, in the order of the records: by an id of this catalogue, by its id at IGDB, by
 * Steam's application id, by the slug at IGDB, by its name with year and platform, and by a similar name. No source is
 * asked. A record that may be several games, or is only similar to one, is doubtful and has at most three candidates.
 */
export async function matchRecords(deps: MatchingDeps, records: readonly MatchableRecord[]): Promise<Match[]> {
  const matches: Match[] = []
  for (let from = 0; from < records.length; from += CHUNK)
    matches.push(...(await matchChunk(deps, records.slice(from, from + CHUNK))))
  return matches
}

/** One record while it is matched. */
interface Open {
  n: number
  record: MatchableRecord
  title: ReadTitle
  evidence: RecordEvidence
  candidates: Map<string, Candidate>
  /** The game that an id means. */
  identified: NamedGame | null
  match: Match | null
}

async function matchChunk({ db, words }: MatchingDeps, records: readonly MatchableRecord[]): Promise<Match[]> {
  const all = records.map(openRecord)
  const games = new Map<string, NamedGame>()
  const prepared = (facts: GameFacts) => {
    const game = games.get(facts.id) ?? namedGame(facts)
    games.set(facts.id, game)
    return game
  }
  await matchByIds(db, all, prepared)
  const unmatched = all.filter(({ match }) => match === null)
  const doubted = all.filter((open) => open.identified !== null && !agrees(open, open.identified))
  await addNamed(db, [...unmatched, ...doubted], prepared)
  for (const open of doubted) open.match = comparedWithName(open)
  await judgeEach(unmatched, ({ match }) => match.state === 'matched')
  const others = unmatched.filter(({ match }) => match === null)
  await addSimilar(db, others, prepared, await words())
  await judgeEach(others, () => true)
  return all.map(({ match }) => match ?? { state: 'unknown' })
}

function openRecord(record: MatchableRecord, n: number): Open {
  const title = readTitle(record.title, record.ids.slug ?? null)
  const named = [
    ...record.platforms,
    ...[...record.playthroughs, ...record.copies].flatMap(({ platform }) => platform ?? []),
  ]
  const platforms = platformsOf(named)
  return {
    n,
    record,
    title,
    evidence: {
      year: record.release_year ?? title.year,
      platforms: platforms.named.size > 0 ? platforms : platformsOf(title.platformNames),
      otherIgdbId: igdbIdOf(record),
      hasOtherSteamId: record.ids.steam !== undefined,
      isPart: title.isPart,
      hasOnlyKnownWords: true,
    },
    candidates: new Map(),
    identified: null,
    match: null,
  }
}

function igdbIdOf({ ids }: MatchableRecord): string | null {
  if (ids.own?.startsWith('igdb_')) return ids.own
  return ids.igdb === undefined ? null : `igdb_${ids.igdb}`
}

/** The steps of the ladder that are ids, in their order. */
function askedIdsOf({ ids }: MatchableRecord): { by: MatchedBy; id: AskedId; asked: string }[] {
  const steps: { by: MatchedBy; id: AskedId; asked: string }[] = []
  const ours = (by: MatchedBy, text: string) => {
    const id = canonicalGameId(text)
    if (id !== null) steps.push({ by, id: { id }, asked: id })
  }
  const elsewhere = (by: MatchedBy, source: 'steam' | 'igdb_slug', uid: string) =>
    steps.push({ by, id: { source, uid }, asked: `${source}:${uid}` })
  if (ids.own !== undefined) ours('own', ids.own)
  if (ids.rawg !== undefined) ours('own', `rawg_${ids.rawg}`)
  if (ids.igdb !== undefined) ours('igdb', `igdb_${ids.igdb}`)
  if (ids.steam !== undefined) elsewhere('steam', 'steam', String(ids.steam))
  if (ids.slug !== undefined) elsewhere('slug', 'igdb_slug', ids.slug)
  return steps
}

type Prepared = (facts: GameFacts) => NamedGame

async function matchByIds(db: Db, all: readonly Open[], prepared: Prepared): Promise<void> {
  const steps = new Map(all.map((open) => [open, askedIdsOf(open.record)]))
  const asked = new Map([...steps.values()].flat().map(({ asked, id }) => [asked, id]))
  const found = Map.groupBy(await findByIds(db, [...asked.values()]), (row) => row.asked)
  for (const open of all)
    for (const { by, asked } of steps.get(open) ?? []) {
      const games = (found.get(asked) ?? []).map(prepared).filter((game) => isMeant(open, by, game))
      const gameId = oneOf(open, games)
      if (gameId !== null) open.match = { state: 'matched', gameId, by }
      open.identified = games.find(({ id }) => id === gameId) ?? null
      if (open.match !== null) break
      for (const game of games) addCandidate(open, game)
    }
}

/** How a title agrees with a game so well that no other game needs to be looked at. */
const AGREEING: ReadonlySet<string> = new Set([
  'name',
  'alternative',
  'edition',
  'same-words',
  'typo',
  'stored-edition',
])
/** A likeness that two different games may have by chance. */
const BY_CHANCE = 'words'

/** How the title itself agrees: the slug of the record is an id. */
const likenessOfTitle = ({ record }: Open, game: NamedGame) => likenessOf(readTitle(record.title, null).forms, game)

const agrees = (open: Open, game: NamedGame): boolean => {
  const likeness = likenessOfTitle(open, game)
  return likeness !== null && AGREEING.has(likeness.kind)
}

/**
 * Decides about a game that an id means, and whose name is not the title. An id never wins against its title: where the title
 * is the name of another game, or has nothing in common with this one, the member is asked.
 */
function comparedWithName(open: Open): Match | null {
  const { identified: game, match } = open
  if (game === null) return match
  const others = [...open.candidates.values()].filter((each) => each.game.id !== game.id)
  const verdict = matchRecord({ ...open.evidence, otherIgdbId: null, hasOtherSteamId: false }, others)
  const likeness = likenessOfTitle(open, game)
  const isLike = likeness !== null && likeness.kind !== BY_CHANCE
  const named = verdict.state === 'matched' ? [verdict.gameId] : namesakesOf(open, others)
  if (named.length === 0 && (isLike || !isComparable(open, game))) return match
  const candidates = named.map((gameId) => ({ gameId, doubt: 'other-id' as const, score: 1 }))
  return { state: 'doubtful', candidates: [...candidates, { gameId: game.id, doubt: 'other-name', score: 0.5 }] }
}

/** Returns the best known games that have the title as their own name; 'Doom' is none of 'Doom 3', whichever 'Doom' it is. */
const namesakesOf = (open: Open, candidates: readonly Candidate[]): string[] =>
  candidates
    .filter(({ game }) => likenessOfTitle(open, game)?.kind === 'name')
    .toSorted((a, b) => b.game.renown - a.game.renown)
    .slice(0, MAX_NAMESAKES)
    .map(({ game }) => game.id)

/** A title without letters, or in a script in which no name of the game is known, says nothing against it. */
function isComparable({ record }: Open, game: NamedGame): boolean {
  if (readTitle(record.title, null).forms.every(({ key }) => key === '')) return false
  const scripts = [
    /\p{Script=Latin}/u,
    /\p{Script=Cyrillic}/u,
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u,
  ]
  const known = [game.key, ...game.otherKeys, ...game.allWords].join(' ')
  return scripts.some((script) => script.test(record.title) && (script.test(known) || script.test(game.literal)))
}

/** The numbers of games without a source differ between catalogues: the name must agree too. */
function isMeant({ title }: Open, by: MatchedBy, game: NamedGame): boolean {
  return by !== 'own' || !game.id.startsWith('local_') || likenessOf(title.forms, game)?.kind === 'name'
}

/** Several games may share an id at Steam, such as a game and its edition: the name decides. */
function oneOf(open: Open, games: readonly NamedGame[]): string | null {
  if (games.length < 2) return games[0]?.id ?? null
  const candidates = games.flatMap((game) => candidateOf(open, game) ?? [])
  const verdict = matchRecord({ ...open.evidence, otherIgdbId: null, hasOtherSteamId: false }, candidates)
  return verdict.state === 'matched' ? verdict.gameId : null
}

function candidateOf({ title }: Open, game: NamedGame): Candidate | null {
  const likeness = likenessOf(title.forms, game)
  return likeness && { game, likeness }
}

function addCandidate(open: Open, game: NamedGame): void {
  if (open.candidates.has(game.id)) return
  const candidate = candidateOf(open, game)
  if (candidate) open.candidates.set(game.id, candidate)
}

async function addNamed(db: Db, unmatched: readonly Open[], prepared: Prepared): Promise<void> {
  const keysOf = new Map(unmatched.map((open) => [open, nameKeysOf(open.title)]))
  const keys = [...new Set([...keysOf.values()].flat())]
  const found = Map.groupBy(await findByNames(db, keys), ({ key }) => key)
  for (const [open, keys] of keysOf)
    for (const key of keys) for (const facts of found.get(key) ?? []) addCandidate(open, prepared(facts))
}

function nameKeysOf({ forms }: ReadTitle): string[] {
  return forms.flatMap(({ key }) => [`=${key.slice(0, LONGEST_KEY)}`, `=the${key}`.slice(0, LONGEST_KEY + 1)])
}

/** Judges records with their candidates, and stores the verdicts that are final. */
async function judgeEach(opened: readonly Open[], isFinal: (open: { match: Match }) => boolean): Promise<void> {
  for (const [at, open] of opened.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate()
    const verdict = matchRecord(open.evidence, [...open.candidates.values()])
    const match: Match = verdict.state === 'matched' ? { ...verdict, by: 'name' } : verdict
    if (isFinal({ match })) open.match = match
  }
}

async function addSimilar(
  db: Db,
  others: readonly Open[],
  prepared: Prepared,
  known: ReadonlyMap<string, number>,
): Promise<void> {
  const asked: AskedKey[] = []
  for (const [at, open] of others.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate()
    for (const key of similarKeysOf(open, known)) asked.push({ n: open.n, key })
  }
  const found = Map.groupBy(await findSimilar(db, asked), ({ n }) => n)
  for (const [at, open] of others.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate()
    for (const facts of found.get(open.n) ?? []) addCandidate(open, prepared(facts))
  }
}

/** Returns the keys by which games with a similar name are found, and notes whether all words are known. */
function similarKeysOf({ title, evidence }: Open, known: ReadonlyMap<string, number>): string[] {
  const last = title.forms.at(-1)
  if (last === undefined) return []
  const words = significant(last.words)
  const keys = new Set<string>()
  for (const word of words.slice(0, MAX_WORDS)) {
    keys.add(word)
    if (word.length <= LONGEST_SHORT) keys.add(`~${word}`)
    if (word.length < SHORTEST_TYPO || known.has(word)) continue
    evidence.hasOnlyKnownWords = false
    for (const correction of correctionsOf(word, known)) keys.add(correction)
  }
  for (const { key } of title.forms) {
    if (key.length <= LONGEST_SHORT) keys.add(`~${key}`)
    const beginning = key.slice(0, Math.max(SHORTEST_BEGINNING, Math.ceil(key.length * 0.7)))
    if (beginning.length >= SHORTEST_BEGINNING)
      for (const article of ['', 'the']) keys.add(`=${article}${beginning}`.slice(0, LONGEST_KEY))
  }
  return [...keys]
}

/** Returns the best known words that are one letter away. */
function correctionsOf(word: string, known: ReadonlyMap<string, number>): string[] {
  return oneSlipAway(word)
    .filter((slip) => known.has(slip))
    .toSorted((a, b) => (known.get(b) ?? 0) - (known.get(a) ?? 0))
    .slice(0, MAX_CORRECTIONS)
}
