import { join } from 'node:path'
import type * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { announce, type Changes } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { createImages, type Images } from '#server/images.ts'
import type { Log } from '#server/log.ts'
import type { GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { GameCard, GameMetadata, listGames as listGamesEndpoint, Term } from '../catalogue.contract.ts'
import { igdbCoverAddress, SEARCH_LIST_FROM, SUGGEST_FROM } from '../catalogue.rules.ts'
import { MOST_ACHIEVEMENTS } from '../game-achievements.contract.ts'
import { type AchievementRow, listAchievements } from './achievements/achievements.queries.ts'
import {
  type CardRow,
  countGames,
  countTerms,
  findCards,
  findGame,
  findPlatformNames,
  type GameFilter,
  type GameOrder,
  type GameRow,
  listNamedLike,
  listRelated,
  listGames as listRows,
  NO_FILTER,
  type SummaryRow,
} from './catalogue.queries.ts'
import { gameCard } from './catalogue.view.ts'
import { type KeptAnswers, keepAnswers } from './kept/kept-answers.ts'
import { likeness, queryForms, swappedForms } from './search/names.ts'
import { localSource } from './sources/local/local.source.ts'
import type { Source } from './sources/source.ts'
import { storeGames } from './sources/store-games.ts'
import { gameModes, genres, platforms, SHARED_MODES, themes, type Vocabulary } from './sources/vocabulary.ts'

export { loadStarterCatalogue } from './sources/local/load-starter.ts'

export interface CatalogueDeps {
  db: Db
  clock: Clock
  kept: KeptAnswers
  images: Images
}

/** A picture that has been at IGDB for years: whether it comes tells whether the host of the covers answers. */
const PROBE = new URL(igdbCoverAddress('co1r7f', 't_thumb'))

export function openCatalogue(deps: {
  db: Db
  clock: Clock
  log: Log
  config: Pick<Config, 'dataDir' | 'images'>
  changes: Changes
}): CatalogueDeps {
  const { db, clock, log, config, changes } = deps
  const images = createImages({
    folder: join(config.dataDir, 'images'),
    isOn: config.images === 'auto',
    probe: PROBE,
    log,
    clock,
    onChange: () => announce(db, ['games']),
  })
  return { db, clock, images, kept: keepAnswers(changes) }
}

/** In the order in which they are asked for a game that is not stored. */
const SOURCES: readonly Source[] = [localSource]

const RELATED = 12
const SUGGESTIONS = 10

// For other features.

/** The cards of stored games in one query, by id; ids that are not stored are not in the answer. */
export async function loadGameCards(
  db: Db,
  ids: readonly GameId[],
  now = new Date(),
): Promise<ReadonlyMap<GameId, GameCard>> {
  const rows = await findCards(db, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id as GameId, cardOf(row, now)]))
}

/** A stored game; refuses with 404 'Game not found'. */
export async function requireGame(db: Db, id: GameId, now = new Date()): Promise<GameCard> {
  const card = (await loadGameCards(db, [id], now)).get(id)
  return card ?? refuseMissing()
}

/**
 * The game as it will be found in `games`: stored already, or fetched from a source and stored now (C59). Refuses with 404
 * 'Game not found' when no source knows it. A source may be slow, so call it before a transaction, not inside.
 */
export async function ensureGame(db: Db, id: GameId, now = new Date()): Promise<GameCard> {
  const stored = (await loadGameCards(db, [id], now)).get(id)
  if (stored) return stored
  for (const source of SOURCES) {
    const game = await source.fetchGame(id)
    if (!game) continue
    await storeGames(db, [game], source.name)
    return requireGame(db, id, now)
  }
  return refuseMissing()
}

// A row's id has the form that the table's check demands.
const cardOf = (row: CardRow, now: Date) => gameCard(row, now) as GameCard

const refuseMissing = () => refuse('not_found', 'game_not_found', 'Game not found')

// For this feature's endpoints.

export async function requireWholeGame(
  { db, kept }: CatalogueDeps,
  id: GameId,
): Promise<{ game: GameRow; related: CardRow[] }> {
  const game = await findGame(db, id)
  if (!game) return refuseMissing()
  return { game, related: await kept.of(`related ${id}`, () => listRelated(db, game, RELATED)) }
}

/** Refuses with 404 'Game not found'. */
export async function requireAchievements({ db }: CatalogueDeps, id: GameId): Promise<AchievementRow[]> {
  return (await listAchievements(db, id, MOST_ACHIEVEMENTS)) ?? refuseMissing()
}

type ListQuery = z.output<typeof listGamesEndpoint.query>

/** A page of the catalogue. Search, filters and list kinds combine; an unknown id or name is as if it were not given (G38). */
export async function browse(deps: CatalogueDeps, query: ListQuery): Promise<{ rows: SummaryRow[]; total: number }> {
  const now = Math.floor(deps.clock().getTime() / 1000)
  const kind = listKind(query.category, now)
  const filter = both(await filterOf(deps, query, now), kind.filter)
  const text = [...query.search].length >= SEARCH_LIST_FROM ? query.search : ''
  const forms = queryForms(text)
  const isDefaultOrder = query.sort === 'popularity'
  const order: GameOrder = !isDefaultOrder ? query.sort : forms.length > 0 ? 'relevance' : kind.order
  const place = { order, limit: query.limit, offset: (query.page - 1) * query.limit }
  return find(deps, forms, filter, place)
}

export async function search(deps: CatalogueDeps, query: { query: string; page: number; limit: number }) {
  const place = { order: 'relevance' as const, limit: query.limit, offset: (query.page - 1) * query.limit }
  const forms = queryForms(query.query)
  if (forms.length === 0) return { rows: [], total: 0 }
  return find(deps, forms, NO_FILTER, place)
}

export async function suggest(db: Db, text: string): Promise<SummaryRow[]> {
  const forms = queryForms(text)
  if ([...text].length < SUGGEST_FROM || forms.length === 0) return []
  const place = { order: 'relevance' as const, limit: SUGGESTIONS, offset: 0 }
  const rows = await listRows(db, { filter: NO_FILTER, forms }, place)
  return rows.length > 0 ? rows : (await findMisspelt(db, forms, NO_FILTER)).slice(0, SUGGESTIONS)
}

async function find(
  { db, kept }: CatalogueDeps,
  forms: readonly string[],
  filter: GameFilter,
  place: { order: GameOrder; limit: number; offset: number },
): Promise<{ rows: SummaryRow[]; total: number }> {
  const question = { filter, forms }
  const [rows, total] = await Promise.all([
    listRows(db, question, place),
    kept.of(`count ${JSON.stringify(question)}`, () => countGames(db, question)),
  ])
  if (total > 0 || forms.length === 0) return { rows, total }
  const misspelt = await findMisspelt(db, forms, filter)
  return { rows: misspelt.slice(place.offset, place.offset + place.limit), total: misspelt.length }
}

const MOST_CANDIDATES = 80
/** Below this share of the query's letters found in a name, it is another name. */
const LEAST_LIKENESS = 0.62

/** Nothing is spelt like the query: what is nearest to it, best first. */
async function findMisspelt(db: Db, forms: readonly string[], filter: GameFilter): Promise<SummaryRow[]> {
  const form = forms[forms.length - 1] as string
  const swapped = swappedForms(form)
  if (swapped.length > 0) {
    const place = { order: 'popularity', limit: MOST_CANDIDATES, offset: 0 } as const
    const rows = await listRows(db, { filter, forms: swapped }, place)
    if (rows.length > 0) return rows
  }
  const candidates = await listNamedLike(db, form, filter, MOST_CANDIDATES)
  return candidates
    .map((game) => ({ game, fit: likeness(form, game.search_text) }))
    .filter(({ fit }) => fit >= LEAST_LIKENESS)
    .sort((a, b) => b.fit + b.game.renown / 500 - (a.fit + a.game.renown / 500) || (a.game.id < b.game.id ? -1 : 1))
    .map(({ game }) => game)
}

const DAY = 24 * 60 * 60
const YEAR = 365.25 * DAY

/** The documented list kinds as far as the facts of the built-in catalogue go: windows, and the order they are read in. */
function listKind(category: ListQuery['category'], now: number): { filter: GameFilter; order: GameOrder } {
  switch (category) {
    case 'top-rated':
      return { filter: NO_FILTER, order: 'rating' }
    case 'trending':
      return { filter: window(now - 182 * DAY, now), order: 'popularity' }
    case 'upcoming':
      return { filter: window(now + 7 * DAY, now + 720 * DAY), order: 'popularity' }
    case 'recent':
      return { filter: window(now - 180 * DAY, now), order: 'release' }
    case 'classic':
      return { filter: window(null, now - 5 * YEAR), order: 'popularity' }
    default:
      return { filter: NO_FILTER, order: 'popularity' }
  }
}

function window(from: number | null, until: number | null): GameFilter {
  return {
    ...NO_FILTER,
    releasedFrom: from === null ? null : Math.floor(from),
    releasedUntil: until === null ? null : Math.floor(until),
  }
}

/** Time range filter: the last 180 days, the next 90, or older than five years (C41). */
function timeRange(range: ListQuery['timeRange'], now: number): GameFilter {
  if (range === 'recent') return window(now - 180 * DAY, now)
  if (range === 'upcoming') return window(now, now + 90 * DAY)
  if (range === 'classic') return window(null, now - 5 * YEAR)
  return NO_FILTER
}

function ofYear(year: string): GameFilter {
  if (year === 'all') return NO_FILTER
  const first = (each: number) => Date.UTC(each, 0, 1) / 1000
  return window(first(Number(year)), first(Number(year) + 1))
}

async function filterOf(deps: CatalogueDeps, query: ListQuery, now: number): Promise<GameFilter> {
  const { minRating, maxRating } = query
  // Bounds the wrong way round are meant the right way round (G38).
  const [least, most] = (minRating ?? 0) > (maxRating ?? 100) ? [maxRating, minRating] : [minRating, maxRating]
  const own: GameFilter = {
    ...NO_FILTER,
    platformId: await termId(deps, 'platforms', platforms, query.platform),
    genreId: await termId(deps, 'genres', genres, query.genre),
    themeId: await termId(deps, 'themes', themes, query.theme),
    gameModeId: await termId(deps, 'gameModes', gameModes, query.gameMode),
    anyModeOf: query.multiplayer === 'true' ? SHARED_MODES : null,
    minRating: least === undefined || least === 0 ? null : least,
    maxRating: most === undefined || most === 100 ? null : most,
  }
  return both(both(own, ofYear(query.year)), timeRange(query.timeRange, now))
}

/** Two filters at once: the later beginning and the earlier end. */
function both(a: GameFilter, b: GameFilter): GameFilter {
  const later = Math.max(a.releasedFrom ?? -Infinity, b.releasedFrom ?? -Infinity)
  const earlier = Math.min(a.releasedUntil ?? Infinity, b.releasedUntil ?? Infinity)
  return {
    ...a,
    releasedFrom: later === -Infinity ? null : later,
    releasedUntil: earlier === Infinity ? null : earlier,
  }
}

type Kind = 'platforms' | 'genres' | 'themes' | 'gameModes'

/** Null for 'all' and for what no game has and no table knows. */
async function termId(deps: CatalogueDeps, kind: Kind, known: Vocabulary, given: string): Promise<number | null> {
  if (given === '' || given.toLowerCase() === 'all') return null
  const number = /^\d{1,6}$/.test(given) ? Number(given) : null
  if (number !== null && known.nameOf(number) !== null) return number
  const named = known.idOf(given)
  if (named !== null) return named
  const used = (await metadata(deps))[kind]
  const lower = given.toLowerCase()
  return used.find((term) => term.id === number || term.name.toLowerCase() === lower)?.id ?? null
}

/** Everything the catalogue can be filtered by, most used first. */
export function metadata({ db, clock, kept }: CatalogueDeps): Promise<GameMetadata> {
  return kept.of('metadata', async () => {
    const counts = await countTerms(db)
    const idsOf = (kind: string) => counts.filter((count) => count.kind === kind).map(({ id }) => id)
    const platformIds = idsOf('platform')
    const strangers = await findPlatformNames(
      db,
      platformIds.filter((id) => platforms.nameOf(id) === null),
    )
    const termsOf = (ids: readonly number[], nameOf: (id: number) => string | null | undefined): Term[] =>
      ids.flatMap((id) => {
        const name = nameOf(id)
        return name ? [{ id, name }] : []
      })
    const lastYear = clock().getUTCFullYear() + 5
    return {
      platforms: withoutRepetition(termsOf(platformIds, (id) => platforms.nameOf(id) ?? strangers.get(id))),
      genres: termsOf(idsOf('genre'), genres.nameOf),
      themes: termsOf(idsOf('theme'), themes.nameOf),
      gameModes: termsOf(idsOf('gameMode'), gameModes.nameOf),
      years: idsOf('year')
        .filter((year) => year >= 1975 && year <= lastYear)
        .sort((a, b) => b - a),
    }
  })
}

/** Two platforms of one name are one entry: the one with more games. */
function withoutRepetition(terms: readonly Term[]): Term[] {
  return [...new Map(terms.toReversed().map((term) => [term.name.toLowerCase(), term])).values()].toReversed()
}
