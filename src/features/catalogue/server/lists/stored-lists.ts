import type { Db } from '#db/db.ts'
import type { GameId } from '#shared/ids.ts'
import { SEARCH_LIST_FROM, SUGGEST_FROM } from '../../catalogue.rules.ts'
import { type ReadCards, readCards } from '../caches/card-cache.ts'
import type { CatalogueCache } from '../caches/catalogue-cache.ts'
import {
  type CardRow,
  countGames,
  findSummaries,
  type GameFilter,
  type GameOrder,
  listAmong,
  listGameIds,
  NO_FILTER,
  type SummaryRow,
} from '../catalogue.queries.ts'
import { findGames, MOST_FOUND } from '../search/find-games.ts'
import type { ReadWords } from '../search/known-words-cache.ts'
import { queryForms } from '../search/names.ts'
import { gameModes, genres, platforms, SHARED_MODES, themes, type Vocabulary } from '../sources/vocabulary.ts'
import type { ListEnds } from './list-ends.ts'
import { both, hourOf, type ListQuery, listKind, ofOrder, ofYear, timeRange } from './list-windows.ts'
import { type MetadataDeps, metadata } from './metadata.ts'

export interface StoredListDeps extends MetadataDeps {
  db: Db
  kept: CatalogueCache
  cards: ReadCards
  words: ReadWords
  ends: ListEnds
}

/** A list as it is asked of the stored catalogue. */
export interface StoredQuestion {
  filter: GameFilter
  /** What is searched for; empty for no search. */
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

/** Search, filters and list kinds combine; an unknown id or name is as if it were not given (G38). */
export async function storedQuestionOf(deps: StoredListDeps, query: ListQuery): Promise<StoredQuestion> {
  const kind = listKind(query.category, hourOf(deps.clock))
  const { own, sort } = await requestedFilter(deps, query)
  const text = searchable(query.search, SEARCH_LIST_FROM)
  // A search finds what no list shows.
  const filter = both(text === '' ? own : { ...own, listed: null }, kind.filter)
  const order = sort !== 'popularity' ? sort : text === '' ? kind.order : 'relevance'
  return { filter, text, order, limit: query.limit, offset: (query.page - 1) * query.limit }
}

/** Empty for what is shorter, as the list ignores it (C02), and for what has no letter to search for. */
function searchable(text: string, from: number): string {
  return [...text].length >= from && queryForms(text).length > 0 ? text : ''
}

export function storedSearch(query: { query: string; page: number; limit: number }): StoredQuestion {
  const { page, limit } = query
  return { filter: NO_FILTER, text: searchable(query.query, 1), order: 'relevance', limit, offset: (page - 1) * limit }
}

export async function suggest(deps: Pick<StoredListDeps, 'db' | 'cards' | 'words'>, text: string): Promise<CardRow[]> {
  if ([...text].length < SUGGEST_FROM) return []
  const ids = await findGames(deps, text, { most: SUGGESTIONS })
  return inOrder(ids, await readCards(deps.db, deps.cards, ids))
}

/** A page of the stored catalogue: what a search finds, or what a filter leaves, with the real count (C40). */
export async function listStored(
  deps: Pick<StoredListDeps, 'db' | 'kept' | 'cards' | 'words'>,
  { text, filter, ...place }: StoredQuestion,
): Promise<StoredList> {
  return text === '' ? listPage(deps, filter, place) : findPage(deps, text, filter, place)
}

type Place = Pick<StoredQuestion, 'order' | 'limit' | 'offset'>

/** So many of a list are found at once for whoever turns its first page: they read on. */
const BEGINNING = 480

async function listPage({ db, kept }: Pick<StoredListDeps, 'db' | 'kept'>, filter: GameFilter, place: Place) {
  const count = (of: GameFilter) => kept.of(`count ${JSON.stringify(of)}`, () => countGames(db, of))
  const [total, among] = await Promise.all([count(filter), count({ ...NO_FILTER, listed: filter.listed })])
  const order = place.order === 'relevance' ? 'popularity' : place.order
  const { limit, offset } = place
  const idsFrom = (from: { limit: number; offset: number }) => listGameIds(db, filter, { ...from, order, total, among })
  const isReadOn = offset > 0 && offset + limit <= BEGINNING
  const ids = isReadOn
    ? idsOf(
        await kept.of(`beginning ${JSON.stringify([order, filter])}`, async () =>
          asText(await idsFrom({ limit: BEGINNING, offset: 0 })),
        ),
      ).slice(offset, offset + limit)
    : await idsFrom(place)
  return { rows: await loadInOrder(db, ids), total }
}

/** As one text, because a thousand ids in a list take several times the memory. */
const asText = (ids: readonly GameId[]) => ids.join(' ')
const idsOf = (text: string) => (text === '' ? [] : text.split(' ')) as GameId[]

/** The matches are ranked once; their number is real up to the documented 1000 (C40). */
async function findPage(
  deps: Pick<StoredListDeps, 'db' | 'kept' | 'words'>,
  text: string,
  filter: GameFilter,
  { order, limit, offset }: Place,
): Promise<StoredList> {
  const { db, kept } = deps
  const ids = idsOf(
    await kept.of(matchesOf(text, filter), async () =>
      asText(await findGames(deps, text, { filter, most: MOST_FOUND })),
    ),
  )
  const rows =
    order === 'relevance'
      ? await loadInOrder(db, ids.slice(offset, offset + limit))
      : await listAmong(db, ids, { order, limit, offset })
  return { rows, total: ids.length }
}

const matchesOf = (text: string, filter: GameFilter) => `search ${JSON.stringify([text, filter])}`

/** More has been stored that may match: what was found before is found anew. */
export function clearSearchMatches({ kept }: Pick<StoredListDeps, 'kept'>, { text, filter }: StoredQuestion): void {
  kept.forget(matchesOf(text, filter))
}

/** The stored games of a list, in its order; what is not stored is left out. */
export async function loadInOrder(db: Db, ids: readonly GameId[]): Promise<SummaryRow[]> {
  return inOrder(ids, await findSummaries(db, ids))
}

function inOrder<Row extends CardRow>(ids: readonly GameId[], rows: readonly Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** What the reader filters by, without what the list kind adds, and the order that is meant. */
export async function requestedFilter(
  deps: StoredListDeps,
  query: ListQuery,
): Promise<{ own: GameFilter; sort: ListQuery['sort'] }> {
  const now = hourOf(deps.clock)
  const { minRating, maxRating } = query
  // Bounds the wrong way round are meant the right way round (G38).
  const [least, most] = (minRating ?? 0) > (maxRating ?? 100) ? [maxRating, minRating] : [minRating, maxRating]
  const own: GameFilter = {
    ...NO_FILTER,
    listed: query.erotic === 'true' ? 'erotic' : 'general',
    platformId: await termId(deps, 'platforms', platforms, query.platform),
    genreId: await termId(deps, 'genres', genres, query.genre),
    themeId: await termId(deps, 'themes', themes, query.theme),
    gameModeId: await termId(deps, 'gameModes', gameModes, query.gameMode),
    anyModeOf: query.multiplayer === 'true' ? SHARED_MODES : null,
    minRating: least === undefined || least === 0 ? null : least,
    maxRating: most === undefined || most === 100 ? null : most,
  }
  const wanted = both(both(own, ofYear(query.year)), timeRange(query.timeRange, now))
  const { sort, filter } = ofOrder(query.sort, both(wanted, listKind(query.category, now).filter), now)
  return { own: both(wanted, filter), sort }
}

type Kind = 'platforms' | 'genres' | 'themes' | 'gameModes'

/** Null for 'all' and for what no game has and no table knows. */
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
