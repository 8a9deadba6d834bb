import type { Db } from '#db/db.ts'
import { partOf } from '#db/page-numbers.ts'
import type { GameId } from '#shared/ids.ts'
import type { MeantGame } from '../../catalogue.contract.ts'
import { SEARCH_LIST_FROM, SUGGEST_FROM } from '../../catalogue.rules.ts'
import { type ReadCards, readCards } from '../caches/card-cache.ts'
import type { CatalogueCache } from '../caches/catalogue-cache.ts'
import type { CardRow, SummaryRow } from '../catalogue.queries.ts'
import { queryForms } from '../names/names.ts'
import type { ReadFacetCounts } from '../search/facet-counts-cache.ts'
import { type GameFilter, hasConditions, NO_FILTER } from '../search/facets.ts'
import type { GameOrder } from '../search/filtered-games.queries.ts'
import { findGameCards, findGames, findMeant, MAX_FOUND } from '../search/find-games.ts'
import type { ReadWords } from '../search/known-words-cache.ts'
import { findSummaries } from '../stored-games/summaries.queries.ts'
import { countGames } from './game-counts.queries.ts'
import { beginningOf, listAmong, listGameIds } from './game-lists.queries.ts'
import type { ListEnds } from './list-ends.ts'
import { hourOf, intersectFilters, type ListQuery, listKind } from './list-windows.ts'
import type { MetadataDeps } from './metadata.ts'
import { requestedFilter } from './requested-filter.ts'

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
  { text, filter, ...part }: StoredQuestion,
): Promise<StoredList> {
  return text === '' ? listPage(deps, filter, part) : findPage(deps, text, filter, part)
}

/** Returns the ids of a page of the stored catalogue, without loading the games. */
export async function listStoredIds(
  deps: StoredListDeps,
  { text, filter, ...part }: StoredQuestion,
): Promise<GameId[]> {
  if (text === '') return (await pageIds(deps, filter, part)).ids
  return (await findPage(deps, text, filter, part)).rows.map(({ id }) => id as GameId)
}

/** Returns the game that a search without results may mean. With a filter other reasons are likelier. */
export async function meantGame(deps: StoredListDeps, query: ListQuery): Promise<MeantGame | null> {
  const { text, filter } = await storedQuestionOf(deps, query)
  return text === '' || hasConditions(filter) ? null : suggestMeant(deps, text)
}

/** Returns the game that a text without suggestions may mean. */
export async function suggestMeant(
  deps: Pick<StoredListDeps, 'db' | 'words'>,
  text: string,
): Promise<MeantGame | null> {
  const game = await findMeant(deps, text)
  return game && { id: game.id as GameId, name: game.name }
}

type PartOfList = Pick<StoredQuestion, 'order' | 'limit' | 'offset'>

async function listPage(
  deps: Pick<StoredListDeps, 'db' | 'resultCache' | 'cards' | 'facetCounts'>,
  filter: GameFilter,
  part: PartOfList,
) {
  const { ids, total } = await pageIds(deps, filter, part)
  return { rows: inOrder(ids, await readCards(deps.db, deps.cards, ids)), total }
}

async function pageIds(
  { db, resultCache, facetCounts }: Pick<StoredListDeps, 'db' | 'resultCache' | 'facetCounts'>,
  filter: GameFilter,
  part: PartOfList,
): Promise<{ ids: GameId[]; total: number }> {
  const isOwn = filter.own !== null
  const count = (of: GameFilter) =>
    of.own ? countGames(db, of) : resultCache.of(`count ${JSON.stringify(of)}`, () => countGames(db, of))
  const [total, among, games] = await Promise.all([
    count(filter),
    count({ ...NO_FILTER, listed: filter.listed }),
    facetCounts(),
  ])
  const order = part.order === 'relevance' ? 'popularity' : part.order
  const { limit, offset } = part
  const beginning = offset > 0 && !isOwn ? beginningOf(filter, { order, end: offset + limit, total, among }) : null
  const read = (part: { limit: number; offset: number }) =>
    listGameIds(db, filter, { ...part, order, total, among, games })
  const readBeginning = async (size: number) => {
    const key = `beginning ${JSON.stringify([order, size, filter])}`
    const text = await resultCache.of(key, async () => asText(await read({ limit: size, offset: 0 })))
    return idsOf(text).slice(offset, offset + limit)
  }
  return { ids: beginning === null ? await read(part) : await readBeginning(beginning), total }
}

/** Ids are cached as one text, because an array of a thousand takes several times the memory. */
const asText = (ids: readonly GameId[]) => ids.join(' ')
const idsOf = (text: string) => (text === '' ? [] : text.split(' ')) as GameId[]

/** Ranks the matches once; their number is exact up to the documented 1000 (C40). */
async function findPage(
  deps: Pick<StoredListDeps, 'db' | 'resultCache' | 'words'>,
  text: string,
  filter: GameFilter,
  { order, limit, offset }: PartOfList,
): Promise<StoredList> {
  const { db, resultCache } = deps
  const find = () => findGames(deps, text, { filter, most: MAX_FOUND })
  const ids = filter.own
    ? await find()
    : idsOf(await resultCache.of(matchesOf(text, filter), async () => asText(await find())))
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
