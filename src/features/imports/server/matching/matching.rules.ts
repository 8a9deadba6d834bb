import { ascending, compareInTurn, descending } from '#shared/order.ts'
import type { Likeness, LikenessKind } from './likeness.ts'
import type { NamedGame } from './named-game.ts'

/** Why a candidate is not sure; the texts of the review queue are made of it. */
export type Doubt =
  | 'other-id'
  | 'other-name'
  | 'other-year'
  | 'other-platform'
  | 'same-name'
  | 'other-version'
  | 'add-on'
  | 'part-of-name'
  | 'similar-name'

export type ExternalIdSource = 'steam' | 'igdb_slug'
/** How a record was matched: by an id of this catalogue, IGDB's, Steam's, the slug at IGDB, or its name. */
export type MatchedBy = 'own' | 'igdb' | 'steam' | 'slug' | 'name'

export interface RecordPlatforms {
  named: ReadonlySet<number>
  alsoRun: ReadonlySet<number>
}

/** What a record says of its game, apart from its title. */
export interface RecordEvidence {
  year: number | null
  /** Platforms that the record names, and those whose games also run there. Empty if it names none. */
  platforms: RecordPlatforms
  /** The game's id at IGDB, of which no game is stored. */
  otherIgdbId: string | null
  /** The record names an application id of Steam that no stored game has. */
  hasOtherSteamId: boolean
  /** The title names a demo, a soundtrack or an add-on. */
  isPart: boolean
  /** Whether a word of the title is a word of known games, and so no typo. */
  hasOnlyKnownWords: boolean
}

/** A game whose name is like the title of the record. */
export interface Candidate {
  game: NamedGame
  likeness: Likeness
}

export interface DoubtfulCandidate {
  gameId: string
  doubt: Doubt
  /** 0 to 1. */
  score: number
}

export type Verdict =
  | { state: 'matched'; gameId: string }
  | { state: 'doubtful'; candidates: DoubtfulCandidate[] }
  | { state: 'unknown' }

const MAX_CANDIDATES = 3
/** A candidate with less has nothing to do with the record. */
const LEAST_SCORE = 0.5
/** A game so much better known than its namesakes is the one that people mean. */
const FAR_BETTER_KNOWN = 30
/** From this renown on, people use a part of a name or a nickname. */
const KNOWN = 40
/** From this renown on, also without a year. */
const WELL_KNOWN = 60
/** The years between early access, or the release in one region, and the release. */
const YEARS_TO_RELEASE = 3

type Agreement = 'same' | 'near' | 'far' | 'unknown'

interface Weighed extends Candidate {
  year: Agreement
  years: number
  platform: 'same' | 'runs' | 'differs' | 'unknown'
}

/**
 * Decides which of the candidates a record means. It is sure only if one game fits and nothing contradicts: games with
 * the same name differ by year and platform, and without them only by far more renown. Everything else asks.
 */
export function matchRecord(evidence: RecordEvidence, candidates: readonly Candidate[]): Verdict {
  const weighed = candidates.map((candidate) => weigh(evidence, candidate)).sort(byScore)
  const sure = sureOf(evidence, weighed)
  if (sure) return { state: 'matched', gameId: sure.game.id }
  const asked = weighed
    .map((each) => ({ gameId: each.game.id, doubt: doubtOf(evidence, each), score: scoreOf(each) }))
    .filter(({ score }) => score >= LEAST_SCORE)
    .slice(0, MAX_CANDIDATES)
  return asked.length === 0 ? { state: 'unknown' } : { state: 'doubtful', candidates: asked }
}

function weigh({ year, platforms }: RecordEvidence, candidate: Candidate): Weighed {
  const { game, likeness } = candidate
  const named = year ?? likeness.form.year
  const years = named === null || game.year === null ? 0 : Math.abs(named - game.year)
  return {
    ...candidate,
    years,
    year: named === null || game.year === null ? 'unknown' : years === 0 ? 'same' : years < 2 ? 'near' : 'far',
    platform: platformOf(platforms, game),
  }
}

function platformOf({ named, alsoRun }: RecordPlatforms, { platformIds }: NamedGame): Weighed['platform'] {
  if (named.size === 0 || platformIds.size === 0) return 'unknown'
  const ids = [...platformIds]
  return ids.some((id) => named.has(id)) ? 'same' : ids.some((id) => alsoRun.has(id)) ? 'runs' : 'differs'
}

/** The agreement of the names, with a little for year, platform and renown. */
function scoreOf({ likeness, year, platform, game }: Weighed): number {
  const ofYear = { same: 0.06, near: 0.04, unknown: 0, far: -0.1 }[year]
  const ofPlatform = { same: 0.03, runs: 0.01, unknown: 0, differs: -0.06 }[platform]
  const sum = likeness.score * 0.9 + ofYear + ofPlatform + game.renown / 10_000 - (game.isAddOn ? 0.05 : 0)
  return Math.round(Math.max(0, Math.min(1, sum)) * 100) / 100
}

const byScore = compareInTurn<Weighed>(
  descending(scoreOf),
  descending(({ game }) => game.renown),
  ascending(({ game }) => game.id),
)

function doubtOf(evidence: RecordEvidence, { game, likeness, year, platform }: Weighed): Doubt {
  if (isOtherId(evidence, game)) return 'other-id'
  if (game.isAddOn) return 'add-on'
  if (['version', 'remake', 'stored-edition', 'longer'].includes(likeness.kind)) return 'other-version'
  if (year === 'far') return 'other-year'
  if (platform === 'differs') return 'other-platform'
  if (NAMED.includes(likeness.kind)) return 'same-name'
  return ['head', 'tail', 'part', 'short'].includes(likeness.kind) ? 'part-of-name' : 'similar-name'
}

/** The record names an id, and the game is known by another one. */
const isOtherId = ({ otherIgdbId, hasOtherSteamId }: RecordEvidence, game: NamedGame) =>
  (otherIgdbId !== null && game.id.startsWith('igdb_')) || (hasOtherSteamId && game.isAtSteam)

const NAMED: readonly LikenessKind[] = ['name', 'edition', 'alternative']

function sureOf(evidence: RecordEvidence, all: readonly Weighed[]): Weighed | null {
  if (evidence.isPart && !all.some(({ likeness }) => likeness.kind === 'name')) return null
  const possible = all.filter(({ game }) => !isOtherId(evidence, game))
  const named = possible.filter(({ likeness }) => NAMED.includes(likeness.kind))
  return named.length > 0 ? amongNamed(named) : amongLike(evidence, possible)
}

/** Chooses among games that have the name. */
function amongNamed(named: readonly Weighed[]): Weighed | null {
  const hasYear = named.some(({ year }) => year !== 'unknown')
  if (!hasYear) return bestKnown(strongest(named))
  for (const year of ['same', 'near'] as const) {
    const then = named.filter((each) => each.year === year)
    if (then.length > 0) return bestKnown(strongest(then))
  }
  const names = named.filter(({ likeness }) => likeness.kind === 'name' && likeness.form.year === null)
  if (named.length === 1 && names[0]?.year === 'unknown') return names[0].platform === 'differs' ? null : names[0]
  const [near, ...others] = names.filter(({ years, platform }) => years <= YEARS_TO_RELEASE && platform === 'same')
  return others.length === 0 ? (near ?? null) : null
}

/** The game's own name is stronger than another name, and a game than an add-on with its name. */
function strongest(named: readonly Weighed[]): Weighed[] {
  const games = named.filter(({ game }) => !game.isAddOn)
  const from = games.length > 0 ? games : named
  const kind = NAMED.find((each) => from.some(({ likeness }) => likeness.kind === each))
  const ofKind = from.filter(({ likeness }) => likeness.kind === kind)
  const literal = ofKind.filter(({ likeness }) => likeness.isLiteral)
  return literal.length > 0 ? literal : ofKind
}

/** A game on the platform excludes the others, and one that runs there excludes the rest. */
const PLATFORM_ORDER: readonly Weighed['platform'][] = ['same', 'runs']

/** Chooses by the platform, then by renown; null if nothing decides, or if the platform contradicts. */
function bestKnown(named: readonly Weighed[]): Weighed | null {
  const there = PLATFORM_ORDER.map((order) => named.filter(({ platform }) => platform === order))
  const [best, second] = (there.find(({ length }) => length > 0) ?? named).toSorted(
    (a, b) => b.game.renown - a.game.renown,
  )
  if (!best || (second && best.game.renown - second.game.renown < FAR_BETTER_KNOWN)) return null
  if (best.platform === 'differs') return best.year === 'same' && best.game.renown >= KNOWN ? best : null
  const isNickname = best.likeness.kind === 'alternative' && best.year === 'unknown' && best.platform === 'unknown'
  return isNickname && best.game.renown < KNOWN ? null : best
}

/** Chooses among games whose names are only like the title; a year or platform that contradicts excludes a game. */
function amongLike(evidence: RecordEvidence, possible: readonly Weighed[]): Weighed | null {
  if (evidence.isPart) return null
  for (const kinds of LIKE) {
    const here = possible.filter(({ likeness, game }) => kinds.includes(likeness.kind) && !game.isAddOn)
    if (here.length === 0) continue
    const [best, second] = here.toSorted((a, b) => rank(b) - rank(a))
    if (!best || !isLikely(evidence, best)) return null
    const isAlone = !second || second.year === 'far' || best.game.renown - second.game.renown >= FAR_BETTER_KNOWN
    const isOnlyThen = best.year === 'same' && second?.year !== 'same'
    return isAlone || isOnlyThen ? best : null
  }
  return null
}

/** Kinds of agreement that decide together, the strongest first. */
const LIKE: readonly (readonly LikenessKind[])[] = [
  ['same-words', 'typo'],
  ['version', 'remake', 'stored-edition'],
  ['head', 'tail', 'short'],
  ['part'],
]

const rank = ({ year, platform, game }: Weighed) =>
  ({ same: 200, near: 150, unknown: 0, far: -200 })[year] +
  { same: 100, runs: 50, unknown: 0, differs: -100 }[platform] +
  game.renown

function isLikely(evidence: RecordEvidence, { game, likeness, year, platform }: Weighed): boolean {
  if (year === 'far' || platform === 'differs') return false
  const isDated = year === 'same'
  const isKnown = game.renown >= KNOWN
  const isOn = platform === 'same' || platform === 'runs'
  const isWellKnown = game.renown >= WELL_KNOWN
  switch (likeness.kind) {
    case 'same-words':
      return isDated || year === 'near' || isOn || isKnown
    case 'typo':
      return !evidence.hasOnlyKnownWords && (isDated || isOn || isKnown)
    case 'version':
    case 'stored-edition':
      return isDated
    case 'head':
      return isDated || (isWellKnown && (game.isSingle || /\d$/.test(likeness.form.words.at(-1) ?? '')))
    case 'tail':
      return (isDated && isKnown) || (isWellKnown && (game.tail?.length ?? 0) > 1)
    case 'short':
      return isKnown && (isDated || isOn) && /\d|.{4}/.test(likeness.form.key)
    case 'part':
      return isDated && isKnown && likeness.form.words.length > 1 && likeness.score >= 0.65
    default:
      return false
  }
}
