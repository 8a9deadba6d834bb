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
import {
  type CardRow,
  countGames,
  countTerms,
  findCards,
  findGame,
  findPlatformNames,
  findSummaries,
  type GameFilter,
  type GameOrder,
  type GameRow,
  listAmong,
  listRelated,
  listGames as listRows,
  NO_FILTER,
  type SummaryRow,
} from './catalogue.queries.ts'
import { gameCard } from './catalogue.view.ts'
import { type KeptAnswers, keepAnswers } from './kept/kept-answers.ts'
import { findGames, MOST_FOUND } from './search/find-games.ts'
import { queryForms } from './search/names.ts'
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

type ListQuery = z.output<typeof listGamesEndpoint.query>

/** A page of the catalogue. Search, filters and list kinds combine; an unknown id or name is as if it were not given (G38). */
export async function browse(deps: CatalogueDeps, query: ListQuery): Promise<{ rows: SummaryRow[]; total: number }> {
  const now = Math.floor(deps.clock().getTime() / 1000)
  const kind = listKind(query.category, now)
  const filter = both(await filterOf(deps, query, now), kind.filter)
  const text = [...query.search].length >= SEARCH_LIST_FROM ? query.search : ''
  const isSearch = queryForms(text).length > 0
  const isDefaultOrder = query.sort === 'popularity'
  const order: ListPlace['order'] = !isDefaultOrder ? query.sort : isSearch ? 'relevance' : kind.order
  const place = { order, limit: query.limit, offset: (query.page - 1) * query.limit }
  return isSearch ? findPage(deps, text, filter, place) : listPage(deps, filter, place)
}

export async function search(deps: CatalogueDeps, query: { query: string; page: number; limit: number }) {
  const place = { order: 'relevance' as const, limit: query.limit, offset: (query.page - 1) * query.limit }
  return findPage(deps, query.query, NO_FILTER, place)
}

export async function suggest(db: Db, text: string): Promise<SummaryRow[]> {
  if ([...text].length < SUGGEST_FROM) return []
  return loadInOrder(db, await findGames(db, text, { most: SUGGESTIONS }))
}

interface ListPlace {
  order: GameOrder | 'relevance'
  limit: number
  offset: number
}
interface ListPage {
  rows: SummaryRow[]
  total: number
}

/** A page of what a filter leaves, with the real count (C40). */
async function listPage({ db, kept }: CatalogueDeps, filter: GameFilter, place: ListPlace): Promise<ListPage> {
  const total = await kept.of(`count ${JSON.stringify(filter)}`, () => countGames(db, filter))
  const order = place.order === 'relevance' ? 'popularity' : place.order
  return { rows: await listRows(db, filter, { ...place, order, total }), total }
}

/** A page of what a search finds. The matches are ranked once; their number is real up to the documented 1000 (C40). */
async function findPage(
  { db, kept }: CatalogueDeps,
  text: string,
  filter: GameFilter,
  { order, limit, offset }: ListPlace,
): Promise<ListPage> {
  // As one text, because a thousand ids in a list take several times the memory.
  const found = await kept.of(`search ${JSON.stringify([text, filter])}`, async () =>
    (await findGames(db, text, { filter, most: MOST_FOUND })).join(' '),
  )
  const ids = (found === '' ? [] : found.split(' ')) as GameId[]
  const rows =
    order === 'relevance'
      ? await loadInOrder(db, ids.slice(offset, offset + limit))
      : await listAmong(db, ids, { order, limit, offset })
  return { rows, total: ids.length }
}

async function loadInOrder(db: Db, ids: readonly GameId[]): Promise<SummaryRow[]> {
  const rows = new Map((await findSummaries(db, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
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
