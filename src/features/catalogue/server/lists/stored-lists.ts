import type { Db } from '#db/db.ts'
import { partOf } from '#db/page-numbers.ts'
import type { GameId } from '#shared/ids.ts'
import type { MeantGame } from '../../catalogue.contract.ts'
import { SEARCH_LIST_FROM, SUGGEST_FROM } from '../../catalogue.rules.ts'
import { hoursToBeatOf } from '../../time-to-beat.rules.ts'
import { type ReadCards, readCards } from '../caches/card-cache.ts'
import type { CatalogueCache } from '../caches/catalogue-cache.ts'
import type { CardRow, SummaryRow } from '../catalogue.queries.ts'
import { queryForms } from '../names/names.ts'
import type { ReadFacetCounts } from '../search/facet-counts-cache.ts'
import { type GameFilter, NO_FILTER } from '../search/facets.ts'
import { findGameCards, findGames, findMeant, MAX_FOUND } from '../search/find-games.ts'
import type { ReadWords } from '../search/known-words-cache.ts'
import { gameModes, genres, platforms, SHARED_MODES, themes, type Vocabulary } from '../sources/vocabulary.ts'
import { findSummaries } from '../stored-games/summaries.queries.ts'
import type { GameOrder } from './filtered-games.queries.ts'
import { countGames } from './game-counts.queries.ts'
import { beginningOf, listAmong, listGameIds } from './game-lists.queries.ts'
import type { ListEnds } from './list-ends.ts'
import { hourOf, intersectFilters, type ListQuery, listKind, ofOrder, ofYear, timeRange } from './list-windows.ts'
import { type MetadataDeps, metadata } from './metadata.ts'

export interface StoredListDeps extends MetadataDeps {
  db: Db
  resultCache: CatalogueCache
  cards: ReadCards
  words: ReadWords
  facetCounts: ReadFacetCounts
  ends: ListEnds
}

/** A query of the stored catalogue. */
export interface StoredQuestion {
  filter: GameFilter
  /** The searched text; empty for no search. */
  text: string
  order: GameOrder | 'relevance'
  limit: number
  offset: number
}

export interface StoredList {
  rows: SummaryRow[]
  total: number
}

const SUGGESTIONS = 10

/** Converts a request to a query: search, filters and list kinds combine; an unknown id or name is ignored (G38). */
export async function storedQuestionOf(deps: StoredListDeps, query: ListQuery): Promise<StoredQuestion> {
  const kind = listKind(query.category, hourOf(deps.clock))
  const { own, sort } = await requestedFilter(deps, query)
  const text = searchable(query.search, SEARCH_LIST_FROM)
  // A search also finds games that no list shows.
  const filter = intersectFilters(text === '' ? own : { ...own, listed: null }, kind.filter)
  const order = sort !== 'popularity' ? sort : text === '' ? kind.order : 'relevance'
  return { filter, text, order, ...partOf(query) }
}

/** Returns whether the text has a letter or a number. */
export const isSearchable = (text: string): boolean => queryForms(text).length > 0

/** Returns an empty text when the given one is too short for the list (C02) or has no letter. */
function searchable(text: string, from: number): string {
  return [...text].length >= from && isSearchable(text) ? text : ''
}

export function storedSearch(query: { query: string; page: number; limit: number }): StoredQuestion {
  return { filter: NO_FILTER, text: searchable(query.query, 1), order: 'relevance', ...partOf(query) }
}

export async function suggest(deps: Pick<StoredListDeps, 'db' | 'words'>, text: string): Promise<CardRow[]> {
  return [...text].length < SUGGEST_FROM ? [] : findGameCards(deps, text, SUGGESTIONS)
}

/** Returns a page of the stored catalogue: the results of a search or of a filter, with the real count (C40). */
export async function listStored(
  deps: Pick<StoredListDeps, 'db' | 'resultCache' | 'cards' | 'words' | 'facetCounts'>,
  { text, filter, ...place }: StoredQuestion,
): Promise<StoredList> {
  return text === '' ? listPage(deps, filter, place) : findPage(deps, text, filter, place)
}

/** Returns the game that a search without results may mean. With a filter other reasons are likelier. */
export async function meantGame(deps: StoredListDeps, query: ListQuery): Promise<MeantGame | null> {
  const { text, filter } = await storedQuestionOf(deps, query)
  const isFiltered = JSON.stringify(filter) !== JSON.stringify(NO_FILTER)
  return text === '' || isFiltered ? null : suggestMeant(deps, text)
}

/** Returns the game that a text without suggestions may mean. */
export async function suggestMeant(
  deps: Pick<StoredListDeps, 'db' | 'words'>,
  text: string,
): Promise<MeantGame | null> {
  const game = await findMeant(deps, text)
  return game && { id: game.id as GameId, name: game.name }
}

type Place = Pick<StoredQuestion, 'order' | 'limit' | 'offset'>

async function listPage(
  { db, resultCache, cards, facetCounts }: Pick<StoredListDeps, 'db' | 'resultCache' | 'cards' | 'facetCounts'>,
  filter: GameFilter,
  place: Place,
) {
  const count = (of: GameFilter) => resultCache.of(`count ${JSON.stringify(of)}`, () => countGames(db, of))
  const [total, among, games] = await Promise.all([
    count(filter),
    count({ ...NO_FILTER, listed: filter.listed }),
    facetCounts(),
  ])
  const order = place.order === 'relevance' ? 'popularity' : place.order
  const { limit, offset } = place
  const beginning = offset > 0 ? beginningOf(filter, { order, end: offset + limit, total, among }) : null
  const read = (part: { limit: number; offset: number }) =>
    listGameIds(db, filter, { ...part, order, total, among, games })
  const readBeginning = async (size: number) => {
    const key = `beginning ${JSON.stringify([order, size, filter])}`
    const text = await resultCache.of(key, async () => asText(await read({ limit: size, offset: 0 })))
    return idsOf(text).slice(offset, offset + limit)
  }
  const ids = beginning === null ? await read(place) : await readBeginning(beginning)
  return { rows: inOrder(ids, await readCards(db, cards, ids)), total }
}

/** Ids are cached as one text, because an array of a thousand takes several times the memory. */
const asText = (ids: readonly GameId[]) => ids.join(' ')
const idsOf = (text: string) => (text === '' ? [] : text.split(' ')) as GameId[]

/** Ranks the matches once; their number is exact up to the documented 1000 (C40). */
async function findPage(
  deps: Pick<StoredListDeps, 'db' | 'resultCache' | 'words'>,
  text: string,
  filter: GameFilter,
  { order, limit, offset }: Place,
): Promise<StoredList> {
  const { db, resultCache } = deps
  const ids = idsOf(
    await resultCache.of(matchesOf(text, filter), async () =>
      asText(await findGames(deps, text, { filter, most: MAX_FOUND })),
    ),
  )
  const rows =
    order === 'relevance'
      ? await loadInOrder(db, ids.slice(offset, offset + limit))
      : await listAmong(db, ids, { order, limit, offset })
  return { rows, total: ids.length }
}

const matchesOf = (text: string, filter: GameFilter) => `search ${JSON.stringify([text, filter])}`

/** Clears cached matches after new games were stored that may match. */
export function clearSearchMatches(
  { resultCache }: Pick<StoredListDeps, 'resultCache'>,
  { text, filter }: StoredQuestion,
): void {
  resultCache.invalidate(matchesOf(text, filter))
}

/** Loads the stored games of a list in its order; ids that are not stored are omitted. */
export async function loadInOrder(db: Db, ids: readonly GameId[]): Promise<SummaryRow[]> {
  return inOrder(ids, await findSummaries(db, ids))
}

function inOrder<Row extends CardRow>(ids: readonly GameId[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns the filter and the order of the request, without the conditions of the list kind. */
export async function requestedFilter(
  deps: StoredListDeps,
  query: ListQuery,
): Promise<{ own: GameFilter; sort: ListQuery['sort'] }> {
  const now = hourOf(deps.clock)
  const { minRating, maxRating } = query
  // Swaps reversed bounds (G38).
  const [least, most] = (minRating ?? 0) > (maxRating ?? 100) ? [maxRating, minRating] : [minRating, maxRating]
  const own: GameFilter = {
    ...NO_FILTER,
    listed: query.erotic ? 'erotic' : 'general',
    platformId: await termId(deps, 'platforms', platforms, query.platform),
    genreId: await termId(deps, 'genres', genres, query.genre),
    themeId: await termId(deps, 'themes', themes, query.theme),
    gameModeId: await termId(deps, 'gameModes', gameModes, query.gameMode),
    anyModeOf: query.multiplayer ? SHARED_MODES : null,
    minRating: least === undefined || least === 0 ? null : least,
    maxRating: most === undefined || most === 100 ? null : most,
    takes: hoursToBeatOf(query.takes),
  }
  const wanted = intersectFilters(intersectFilters(own, ofYear(query.year)), timeRange(query.timeRange, now))
  const { sort, filter } = ofOrder(query.sort, intersectFilters(wanted, listKind(query.category, now).filter), now)
  return { own: intersectFilters(wanted, filter), sort }
}

type Kind = 'platforms' | 'genres' | 'themes' | 'gameModes'

/** Returns the id of a term; null for 'all' and for a term that neither a game nor a table has. */
async function termId(deps: StoredListDeps, kind: Kind, known: Vocabulary, given: string): Promise<number | null> {
  if (given === '' || given.toLowerCase() === 'all') return null
  const number = /^\d{1,7}$/.test(given) ? Number(given) : null
  if (number !== null && known.nameOf(number) !== null) return number
  const named = known.idOf(given)
  if (named !== null) return named
  const used = (await metadata(deps))[kind]
  const lower = given.toLowerCase()
  return used.find((term) => term.id === number || term.name.toLowerCase() === lower)?.id ?? null
}
