import type { Db } from '#db/db.ts'
import { SEARCH_LIST_FROM, SUGGEST_FROM } from '../../catalogue.rules.ts'
import {
  countGames,
  type GameFilter,
  type GameOrder,
  listNamedLike,
  listGames as listRows,
  NO_FILTER,
  type SummaryRow,
} from '../catalogue.queries.ts'
import type { KeptAnswers } from '../kept/kept-answers.ts'
import { likeness, queryForms, swappedForms } from '../search/names.ts'
import { gameModes, genres, platforms, SHARED_MODES, themes, type Vocabulary } from '../sources/vocabulary.ts'
import type { ListEnds } from './list-ends.ts'
import { both, type ListQuery, listKind, ofYear, timeRange } from './list-windows.ts'
import { type MetadataDeps, metadata } from './metadata.ts'

export interface StoredListDeps extends MetadataDeps {
  db: Db
  kept: KeptAnswers
  ends: ListEnds
}

/** A list as it is asked of the stored catalogue. */
export interface StoredQuestion {
  filter: GameFilter
  /** From `queryForms`; empty for no search. */
  forms: readonly string[]
  order: GameOrder
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
  const now = Math.floor(deps.clock().getTime() / 1000)
  const kind = listKind(query.category, now)
  const filter = both(await ownFilterOf(deps, query), kind.filter)
  const forms = queryForms(searchTextOf(query))
  const isDefaultOrder = query.sort === 'popularity'
  const order: GameOrder = !isDefaultOrder ? query.sort : forms.length > 0 ? 'relevance' : kind.order
  return { filter, forms, order, limit: query.limit, offset: (query.page - 1) * query.limit }
}

/** The list's search: shorter texts are ignored (C02). */
export function searchTextOf(query: Pick<ListQuery, 'search'>): string {
  return [...query.search].length >= SEARCH_LIST_FROM ? query.search : ''
}

export function storedSearch(query: { query: string; page: number; limit: number }): StoredQuestion {
  const { page, limit } = query
  const forms = queryForms(query.query)
  return { filter: NO_FILTER, forms, order: 'relevance', limit, offset: (page - 1) * limit }
}

export async function suggest(db: Db, text: string): Promise<SummaryRow[]> {
  const forms = queryForms(text)
  if ([...text].length < SUGGEST_FROM || forms.length === 0) return []
  const place = { order: 'relevance' as const, limit: SUGGESTIONS, offset: 0 }
  const rows = await listRows(db, { filter: NO_FILTER, forms }, place)
  return rows.length > 0 ? rows : (await findMisspelt(db, forms, NO_FILTER)).slice(0, SUGGESTIONS)
}

export async function listStored(
  { db, kept }: Pick<StoredListDeps, 'db' | 'kept'>,
  { filter, forms, ...place }: StoredQuestion,
): Promise<StoredList> {
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

/** What the reader filters by, without what the list kind adds. */
export async function ownFilterOf(deps: StoredListDeps, query: ListQuery): Promise<GameFilter> {
  const now = Math.floor(deps.clock().getTime() / 1000)
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
