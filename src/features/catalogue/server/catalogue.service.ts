import { join } from 'node:path'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { databaseFailureOf } from '#db/failures.ts'
import { announce, type Changes } from '#server/changes.ts'
import type { Clock } from '#server/clock.ts'
import type { Config } from '#server/config.ts'
import { createImages, type Images } from '#server/images.ts'
import type { Log } from '#server/log.ts'
import type { Viewer } from '#server/routes.ts'
import { isSignedImage, signedImageAddress } from '#server/signed-images.ts'
import type { StorageWatch } from '#server/storage-watch.ts'
import { type Tag, tag } from '#server/tags.ts'
import { UpstreamError, type UpstreamOptions } from '#server/upstream.ts'
import { sleep as realSleep, type Sleep } from '#server/upstream-exchange.ts'
import { canonicalGameId, type GameId, isOwnGameId, type UserId } from '#shared/ids.ts'
import { Refusal, refuse } from '#shared/refusal.ts'
import type { Freshness, GameCard } from '../catalogue.contract.ts'
import { igdbCoverAddress } from '../catalogue.rules.ts'
import { ADDING_FAILED, DETAILS_FAILED, EXISTENCE_FAILED, GAME_NOT_FOUND } from '../catalogue.texts.ts'
import { MOST_ACHIEVEMENTS } from '../game-achievements.contract.ts'
import { GAME_TIMEOUT_MS, VALIDATION_TIMEOUT_MS } from '../lists.rules.ts'
import { cacheStoredCounts, type ReadStoredCounts } from './admin/stored-counts-cache.ts'
import { type CardCache, cacheCards, readCards } from './caches/card-cache.ts'
import { type CatalogueCache, createCatalogueCache } from './caches/catalogue-cache.ts'
import { type CardRow, findGame, type GameRow } from './catalogue.queries.ts'
import { sharedCard } from './catalogue.view.ts'
import { createListEnds, type ListEnds } from './lists/list-ends.ts'
import { listRelated } from './lists/related-games.queries.ts'
import { cacheFacetCounts, type ReadFacetCounts } from './search/facet-counts-cache.ts'
import { cacheKnownWords, type ReadWords } from './search/known-words-cache.ts'
import { createLiveAnswers } from './sources/live-answers/live-answers.ts'
import { createSourceDeadlines, TIMED_OUT } from './sources/live-answers/source-deadlines.ts'
import { type OpenSources, openSources } from './sources/open-sources.ts'
import type { Source } from './sources/source.ts'
import { type AchievementRow, listAchievements } from './stored-games/achievements.queries.ts'
import {
  type GivenAchievement,
  storeGivenAchievements,
  storeSourceAchievements,
} from './stored-games/given-achievements.ts'
import { type SummaryValues, summaryInJson, summaryOf } from './stored-games/summaries.queries.ts'
import { type Bulk, createBulk } from './validity-and-refresh/bulk.ts'
import { fetchMissingOne, inTime, type LookUpDeps, validate } from './validity-and-refresh/look-up.ts'
import { createRefresher, type Refresher } from './validity-and-refresh/refresher.ts'
import { findStoredIds } from './validity-and-refresh/validity.queries.ts'
import { createViewCounter, type ViewCounter } from './validity-and-refresh/view-counter.ts'

const noSourceInTransaction = () => new Error('A transaction cannot wait for a source of games')

export { lockGames } from './catalogue.queries.ts'
export { achievementView, gameCard, gameView } from './catalogue.view.ts'
export { composePicture } from './covers/composed-picture.ts'
export { browse, search } from './lists/lists.ts'
export { metadata } from './lists/metadata.ts'
export { suggest } from './lists/stored-lists.ts'
export {
  createOwnGames,
  deleteOwnGames,
  editOwnGame,
  findByOwnKeys,
  ownGameKey,
  replaceOwnGame,
  requireOwnGame,
} from './own-games/own-games.ts'
export { oneSlipAway } from './search/corrections.ts'
export { facetOf, facetOfLists, termOfFacet } from './search/facets.ts'
export type { ReadWords } from './search/known-words-cache.ts'
export { editDistance, encodedForm } from './search/names.ts'
export { withArabicNumerals } from './search/numerals.ts'
export { loadStarterCatalogue } from './sources/local/load-starter.ts'
export { platformIdOf } from './sources/platform-names.ts'
export { platforms } from './sources/vocabulary.ts'
export { nameKeyOf } from './stored-games/same-name.ts'

export interface CatalogueDeps extends LookUpDeps {
  /** The site's name, for pictures. */
  productName: string
  changes: Changes
  resultCache: CatalogueCache
  cards: CardCache
  words: ReadWords
  facetCounts: ReadFacetCounts
  storedCounts: ReadStoredCounts
  ends: ListEnds
  images: Images
  /** Whether the server has signed the address of a picture at any host. */
  isSigned: (url: string, signature: string) => boolean
  /** Returns the address of our image service for an icon at any host; null while pictures are off. */
  signIcon: (url: string) => string | null
  /**
   * The configured sources with their clients, one of each so that each has one circuit breaker, and their state for
   * /api/health (G39).
   */
  opened: OpenSources
  views: ViewCounter
  refresher: Refresher
  bulk: Bulk
}

/** Test doubles of the outside world. */
export interface CatalogueEdges {
  /** The live sources that are on, IGDB first; by default those of the settings. */
  sources?: readonly Source[]
  /** Options of the sources' HTTP clients. */
  upstream?: Partial<UpstreamOptions>
  sleep?: Sleep
  /** Receives the catalogue, so that a test can wait for its background work. */
  onOpen?: (catalogue: CatalogueDeps) => void
}

/** The width of an achievement's icon, for screens with two and a half pixels per point. */
const ICON_WIDTH = 128

/** A picture that has been at IGDB for years; it shows whether the host of the covers responds. */
const PROBE = new URL(igdbCoverAddress('co1r7f', 't_thumb'))

export function openCatalogue(
  deps: {
    db: Db
    clock: Clock
    log: Log
    config: Pick<
      Config,
      'productName' | 'dataDir' | 'images' | 'igdb' | 'rawg' | 'baseUrl' | 'sourceTimeoutMs' | 'secret'
    >
    changes: Changes
    storage?: Pick<StorageWatch, 'note'>
  },
  edges: CatalogueEdges = {},
): CatalogueDeps {
  const { db, clock, log, config, changes } = deps
  const images = createImages({
    folder: join(config.dataDir, 'images'),
    isOn: config.images === 'auto',
    probe: PROBE,
    log,
    clock,
    onChange: () => announce(db, [tag.games]),
    ...(deps.storage && { onDiskError: deps.storage.note }),
  })
  const sleep = edges.sleep ?? realSleep
  const opened = openSources({ config, db, clock, log, ...(edges.upstream && { options: edges.upstream }) })
  const sources = edges.sources ?? opened.live
  const deadlines = createSourceDeadlines(sleep)
  const live = createLiveAnswers({ db, clock, log, deadlines })
  const lookUp: LookUpDeps = { db, clock, log, sleep, sources, live, deadlines }
  const catalogue: CatalogueDeps = {
    ...lookUp,
    productName: config.productName,
    changes,
    images,
    isSigned: (url, signature) => isSignedImage(config.secret, url, signature),
    signIcon: (url) => (config.images === 'off' ? null : signedImageAddress(config.secret, url, ICON_WIDTH)),
    opened,
    resultCache: createCatalogueCache(changes),
    cards: cacheCards(db, changes),
    words: cacheKnownWords(db),
    facetCounts: cacheFacetCounts(db),
    storedCounts: cacheStoredCounts({ db, changes, clock }),
    ends: createListEnds(clock),
    views: createViewCounter({ db, clock, log }),
    refresher: createRefresher(lookUp),
    bulk: createBulk(lookUp),
  }
  edges.onOpen?.(catalogue)
  return catalogue
}

const RELATED = 12

/** The dependencies that other features pass: their own `db`, which may be a transaction, and the catalogue. */
export interface WithCatalogue {
  db: Db
  catalogue: CatalogueDeps
}

/**
 * Loads the cards of stored games by id, in at most one query. Ids that are not stored are omitted, and so are games of
 * their own of members (decision 0086), except those of the `owner`. Other features use this and the next two functions.
 */
export async function loadGameCards(
  { db, catalogue }: WithCatalogue,
  ids: readonly GameId[],
  now = new Date(),
  owner: UserId | null = null,
): Promise<ReadonlyMap<GameId, GameCard>> {
  return cardsOfRows(await readCards(db, catalogue.cards, ids), now, owner)
}

function cardsOfRows(rows: readonly CardRow[], now: Date, owner: UserId | null): ReadonlyMap<GameId, GameCard> {
  const cards = new Map<GameId, GameCard>()
  for (const row of rows)
    if (row.owner_id === null || row.owner_id === owner) cards.set(row.id as GameId, sharedCard(row, now))
  return cards
}

/** What `cardSql` selects. */
export type BroughtCard = SummaryValues

/** Selects what a statement with this id of a game brings for `loadListedCards`. */
export const cardSql = (id: RawBuilder<unknown>) =>
  sql<BroughtCard>`(select ${summaryInJson} from games where games.id = ${id})`

/**
 * Does the same for the games of a list. `find` reads the list; its statement should bring cards (`cardSql`) if those of the
 * last list of this `kind` were not all in memory (decision 0091). Not for use in a transaction.
 */
export async function loadListedCards<T>(
  { catalogue }: Pick<WithCatalogue, 'catalogue'>,
  kind: string,
  find: (brings: boolean) => Promise<{ list: T; ids: readonly GameId[]; brought: readonly BroughtCard[] }>,
  now: Date,
  owner: UserId | null,
): Promise<{ list: T; cards: ReadonlyMap<GameId, GameCard> }> {
  const { list, rows } = await catalogue.cards.list(kind, async (brings) => {
    const { brought, ...found } = await find(brings)
    return { ...found, brought: brought.map(summaryOf) }
  })
  return { list, cards: cardsOfRows(rows, now, owner) }
}

/** Returns the tags of a response that shows these cards. */
export const tagsOfCards = (cards: ReadonlyMap<GameId, GameCard>): Tag[] => [
  tag.games,
  ...[...cards.keys()].map((id) => tag.game(id)),
]

/** Returns the card of a stored game; refuses with 404 'Game not found'. */
export async function requireGame(
  deps: WithCatalogue,
  id: GameId,
  now = new Date(),
  owner: UserId | null = null,
): Promise<GameCard> {
  const card = (await loadGameCards(deps, [id], now, owner)).get(id)
  return card ?? refuseMissing()
}

/**
 * Returns the card of a game and guarantees that `games` has it: stored already, or fetched from a source and stored
 * now (C59). Refuses with 404 'Game not found' when no source knows the game, and with 502 when its source fails. A
 * source may be slow, so call it before a transaction, not inside.
 */
export async function ensureGame(
  deps: WithCatalogue,
  id: GameId,
  now = new Date(),
  owner: UserId | null = null,
): Promise<GameCard> {
  // No source knows a game of one's own.
  return isOwnGameId(id) ? requireGame(deps, id, now, owner) : (await ensure(deps, id, now)).game
}

/**
 * Guarantees that `games` has these games, as `ensureGame` does for one; the bulk loader fetches missing ones in batches.
 * Returns the ids that no source knows. Refuses with 502 when a source fails or takes too long. Call it before a
 * transaction.
 */
export async function ensureGames(
  deps: WithCatalogue,
  ids: readonly GameId[],
  now = new Date(),
  owner: UserId | null = null,
): Promise<GameId[]> {
  const missing = await notStored(deps, ids, now, owner)
  if (missing.length === 0) return []
  if (deps.db.isTransaction) throw noSourceInTransaction()
  // No source knows a game of one's own.
  const loaded = await deps.catalogue.bulk.load(missing.filter((id) => !isOwnGameId(id)))
  const stillMissing = await notStored(deps, missing, now, owner)
  const unknown = new Set(
    loaded.flatMap(({ id, validationReason }) => (validationReason === 'validation_failed' ? [id] : [])),
  )
  if (!stillMissing.every((id) => unknown.has(id) || isOwnGameId(id))) refuseUnavailable(EXISTENCE_FAILED)
  return stillMissing
}

async function notStored(
  deps: WithCatalogue,
  ids: readonly GameId[],
  now: Date,
  owner: UserId | null,
): Promise<GameId[]> {
  const stored = await loadGameCards(deps, ids, now, owner)
  return ids.filter((id) => !stored.has(id))
}

export async function ensure(
  deps: WithCatalogue,
  id: GameId,
  now: Date,
): Promise<{ game: GameCard; created: boolean }> {
  const stored = (await loadGameCards(deps, [id], now)).get(id)
  if (stored) return { game: stored, created: false }
  if (deps.db.isTransaction) throw noSourceInTransaction()
  await fetchedInTime(deps.catalogue, id, EXISTENCE_FAILED)
  return { game: await requireGame(deps, id, now), created: true }
}

const refuseMissing = () => refuse('not_found', 'game_not_found', GAME_NOT_FOUND)

const refuseUnavailable = (message: string) => refuse('upstream', 'upstream_failed', message, { status: 502 })

/**
 * Fetches a game that is not stored, and waits for a limited time. Refuses when no source knows it, or none responds.
 */
async function fetchedInTime(deps: LookUpDeps, id: GameId, failureMessage: string): Promise<void> {
  const failed = (): never => refuseUnavailable(failureMessage)
  try {
    const verdict = await inTime(deps, id, fetchMissingOne(deps, id), GAME_TIMEOUT_MS)
    if (verdict === 'not_found') refuseMissing()
    if (verdict === 'api_error' || verdict === TIMED_OUT) failed()
  } catch (error) {
    if (error instanceof UpstreamError) failed()
    if (error instanceof Refusal || databaseFailureOf(error)) throw error
    deps.log.error({ err: error, id }, 'cannot store a game')
    refuse('internal', 'internal', ADDING_FAILED)
  }
}

// The following functions belong to this feature's endpoints.

export interface WholeGame {
  game: GameRow
  related: CardRow[]
  state: Freshness
}

/**
 * Returns one game: a stored one at once, with a background refresh if it is old; a game that is not stored is fetched
 * first.
 */
export async function requireWholeGame(deps: CatalogueDeps, id: GameId): Promise<WholeGame> {
  const { db, resultCache, refresher } = deps
  let game = await findGame(db, id)
  if (!game) {
    await fetchedInTime(deps, id, DETAILS_FAILED)
    game = await findGame(db, id)
  }
  if (!game) return refuseMissing()
  deps.views.countView(id)
  if (refresher.isDue(game)) refresher.soon(id)
  const found = game
  const related = await resultCache.of(`related ${id}`, () => listRelated(db, found, RELATED))
  return { game, related, state: stateOf(deps, game) }
}

/** Lists achievements; refuses with 404 'Game not found'. */
export async function requireAchievements({ db }: CatalogueDeps, id: GameId): Promise<AchievementRow[]> {
  return (await listAchievements(db, id, MOST_ACHIEVEMENTS)) ?? refuseMissing()
}

/**
 * Stores achievements of a game, and returns the game's list (G15): those that an admin sends, and for a member those that
 * the game's source lists, whatever the member sends. Refuses with 404 when no source knows the game.
 */
export async function syncAchievements(
  deps: WithCatalogue & { clock: Clock },
  { role }: Viewer,
  id: GameId,
  given: readonly GivenAchievement[],
): Promise<AchievementRow[]> {
  const { db, catalogue, clock } = deps
  await ensureGame(deps, id, clock())
  if (role === 'admin') await storeGivenAchievements(db, id, given)
  else await storeSourceAchievements(catalogue, id)
  return requireAchievements(catalogue, id)
}

function stateOf({ refresher, sources }: CatalogueDeps, game: GameRow): Freshness {
  const source = sources.find(({ name }) => name === game.data_source)
  if (!source) return 'stored'
  if (!refresher.isDue(game)) return 'live'
  return refresher.hasFailed(game.id) ? 'stale' : 'stored'
}

/** Checks whether an id names a game; text that is not an id gets its own result (R-GAME-45). */
export async function checkGame(
  deps: CatalogueDeps,
  text: string,
): Promise<{ valid: true } | { valid: false; reason: 'not_found' | 'api_error' | 'invalid_id' }> {
  const id = canonicalGameId(text)
  if (id === null) return { valid: false, reason: 'invalid_id' }
  if ((await findStoredIds(deps.db, [id])).has(id)) return { valid: true }
  // The retries of a slow source may take a minute; they continue, and a later request uses their result.
  const verdict = await inTime(deps, id, validate(deps, id), VALIDATION_TIMEOUT_MS)
  if (verdict === 'stored') return { valid: true }
  return { valid: false, reason: verdict === TIMED_OUT ? 'api_error' : verdict }
}
