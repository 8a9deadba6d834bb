import * as z from 'zod/mini'
import { partOf } from '#db/page-numbers.ts'
import type { Tag } from '#server/tags.ts'
import { UpstreamError } from '#server/upstream.ts'
import { canonicalGameId, type GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import type { Freshness, SearchStrategy } from '../../catalogue.contract.ts'
import { SEARCH_UNAVAILABLE } from '../../catalogue.texts.ts'
import { canonical } from '../../game-filters.rules.ts'
import {
  ASSUMED_RANKED_TOTAL,
  ASSUMED_TOTAL,
  assumedSearchTotal,
  LIST_LIFETIME_MS,
  LIST_TIMEOUT_MS,
  sharedPageSize,
  totalsOf,
} from '../../lists.rules.ts'
import type { SummaryRow } from '../catalogue.queries.ts'
import { type GameFilter, hasConditions } from '../search/facets.ts'
import { type LiveAnswer, tagOf } from '../sources/live-answers/live-answers.ts'
import { storeSourceGames } from '../stored-games/store-source-games.ts'
import type { ListQuery } from './list-windows.ts'
import { asksForUnknown, requestedFilter } from './requested-filter.ts'
import { isKnownToSources, sourceQuestionOf, translateForSource } from './source-questions.ts'
import {
  clearSearchMatches,
  isSearchable,
  listStored,
  listStoredIds,
  loadInOrder,
  type StoredList,
  type StoredListDeps,
  type StoredQuestion,
  storedQuestionOf,
  storedSearch,
} from './stored-lists.ts'
import {
  listPlan,
  type MergedAnswer,
  mergeFromSources,
  type SourcePlan,
  searchPlan,
  withoutFallback,
} from './strategies.ts'

/** A page of games and its origin. */
export interface GameList {
  rows: SummaryRow[]
  totalGames: number
  totalPages: number
  state: Freshness
  source: 'local' | 'igdb' | 'rawg' | 'hybrid'
  /** The header X-Cache; null if no source was queried. */
  cache: 'hit' | 'miss' | 'stale' | null
  tags: Tag[]
}

/** The cached part of a source's response; the games themselves are stored. */
const CachedList = z.object({
  ids: z.array(z.string().check(z.refine((text) => canonicalGameId(text) === text))),
  total: z.nullable(z.number()),
  from: z.array(z.enum(['igdb', 'rawg'])),
})
type CachedList = z.infer<typeof CachedList>

/**
 * Returns a page of the catalogue: queries the active sources, and returns their games from the stored catalogue. If
 * all sources are off, it returns the list of the stored catalogue. A search without a letter finds nothing.
 */
export async function browse(deps: StoredListDeps, query: ListQuery): Promise<GameList> {
  if (query.search !== '' && !isSearchable(query.search)) return storedAnswer({ rows: [], total: 0 }, query, null)
  const stored = await storedQuestionOf(deps, query)
  const isSearch = stored.text !== '' && query.strategy !== undefined
  const plan = planned(
    isSearch ? searchPlan(query.strategy as SearchStrategy, deps.sources) : listPlan(query.source, deps.sources),
    query,
  )
  if (plan.sources.length === 0) return storedAnswer(await listStored(deps, stored), query, null)
  if (stored.text !== '') return searchSources(deps, plan, stored, query)
  return listSources(deps, plan, stored, query)
}

/** Returns a page of the stored catalogue, with a condition about the viewer that no source knows. */
export async function browseStored(deps: StoredListDeps, query: ListQuery, own: GameFilter['own']): Promise<GameList> {
  if (query.search !== '' && !isSearchable(query.search)) return storedAnswer({ rows: [], total: 0 }, query, null)
  const stored = await storedQuestionOf(deps, query)
  return storedAnswer(await listStored(deps, { ...stored, filter: { ...stored.filter, own } }), query, null)
}

/**
 * Returns the ids of the first games that a smart list has: those of `browseStored`, but none if the filters ask for a term that no
 * game has any more, which a page ignores.
 */
export async function listSmart(
  deps: StoredListDeps,
  query: ListQuery,
  own: GameFilter['own'],
  most: number,
): Promise<GameId[]> {
  const isNothing = query.search !== '' && !isSearchable(query.search)
  if (isNothing || (await asksForUnknown(deps, query))) return []
  const stored = await storedQuestionOf(deps, query)
  return listStoredIds(deps, { ...stored, filter: { ...stored.filter, own }, limit: most, offset: 0 })
}

/** Returns games by name, best match first, from every source. */
export async function search(
  deps: StoredListDeps,
  query: { query: string; page: number; limit: number; strategy: SearchStrategy; fallback: boolean; cache?: boolean },
): Promise<GameList> {
  const plan = planned(searchPlan(query.strategy, deps.sources), query)
  const stored = storedSearch(query)
  if (stored.text === '') return storedAnswer({ rows: [], total: 0 }, query, null)
  if (plan.sources.length === 0) return storedAnswer(await listStored(deps, stored), query, null)
  return searchSources(deps, plan, stored, query)
}

const planned = (plan: SourcePlan, { fallback }: { fallback: boolean }) => (fallback ? plan : withoutFallback(plan))

interface Page {
  page: number
  limit: number
}

function storedAnswer({ rows, total }: StoredList, { limit }: Page, cache: GameList['cache']): GameList {
  return {
    rows,
    totalGames: total,
    totalPages: Math.ceil(total / limit),
    state: 'stored',
    source: 'local',
    cache,
    tags: [],
  }
}

async function listSources(
  deps: StoredListDeps,
  plan: SourcePlan,
  stored: StoredQuestion,
  query: ListQuery,
): Promise<GameList> {
  const { own, sort } = await requestedFilter(deps, query)
  // No source filters or sorts games by their length, or by what the longer filters ask for.
  if (sort === 'length' || !isKnownToSources(own)) return storedAnswer(await listStored(deps, stored), query, null)
  const text = listText(plan, query, own)
  const response = await askSources(deps, {
    text,
    plan,
    limit: query.limit,
    ask: async (source) => {
      const question = translateForSource(
        source,
        sourceQuestionOf({ category: query.category, sort }, own, partOfSource(plan, query)),
      )
      if (!question) throw new UpstreamError(source.name, 'question', 'does not support this filter')
      return source.listGames(question, deps.clock())
    },
  })
  if (response.answer === null) return withTags(storedAnswer(await listStored(deps, stored), query, 'miss'), response)
  const { ids, total } = response.answer
  const rows = await loadInOrder(deps.db, ids.slice(0, query.limit) as GameId[])
  const isRanked = query.category === 'popular' || query.category === 'top-rated'
  const promised = total ?? (isRanked ? ASSUMED_RANKED_TOTAL : ASSUMED_TOTAL)
  return paged(deps, withoutPage(text), query, promised, { ...answered(response, response.answer), rows })
}

/** Returns the part of a page for each source: two sources share a page half and half. */
function partOfSource({ way, sources }: SourcePlan, { page, limit }: Page): { limit: number; offset: number } {
  const size = way === 'share' && sources.length > 1 ? sharedPageSize(limit) : limit
  return partOf({ page, limit: size })
}

/**
 * Queries the sources, stores their games and ranks them together with the stored ones, so that an exact title never
 * loses to a source's guesses. Games that only the source's own search finds come last.
 */
async function searchSources(
  deps: StoredListDeps,
  plan: SourcePlan,
  stored: StoredQuestion,
  { page, limit, cache }: Page & { cache?: boolean },
): Promise<GameList> {
  const { text } = stored
  const question = textOf('search', plan, text, { page, limit })
  const response = await askSources(deps, {
    text: question,
    plan,
    limit,
    mayReuse: cache ?? true,
    ask: (source) => source.searchGames(text, partOfSource(plan, { page, limit })),
  })
  if (response.answer !== null && response.cache === 'miss') clearSearchMatches(deps, stored)
  const found = await listStored(deps, stored)
  const { answer } = response
  if (answer === null) {
    // It is an error only when nothing is stored and no source responds.
    if (found.total === 0 && found.rows.length === 0 && response.hasFailed)
      return refuse('upstream', 'search_unavailable', SEARCH_UNAVAILABLE)
    return withTags(storedAnswer(found, { page, limit }, 'miss'), response)
  }
  const known = new Set(found.rows.map(({ id }) => id))
  const missing = limit - known.size
  const isFiltered = hasConditions(stored.filter)
  const others =
    missing > 0 && page === 1 && !isFiltered ? answer.ids.filter((id) => !known.has(id)).slice(0, missing) : []
  const rows = [...found.rows, ...(await loadInOrder(deps.db, others as GameId[]))]
  const counted = Math.max(found.total, (page - 1) * limit + rows.length)
  const total = isFiltered ? counted : Math.max(counted, answer.total ?? assumedSearchTotal(rows.length))
  return paged(deps, withoutPage(question), { page, limit }, total, { ...answered(response, answer), rows })
}

type SourceResponse = LiveAnswer<CachedList> & { tags: Tag[] }

async function askSources(
  deps: StoredListDeps,
  given: {
    text: string
    plan: SourcePlan
    limit: number
    mayReuse?: boolean
    ask: Parameters<typeof mergeFromSources>[1]
  },
): Promise<SourceResponse> {
  const { db, clock } = deps
  const { text, plan, mayReuse = true } = given
  const response = await deps.live.ask<CachedList>({
    text,
    sources: plan.sources.map(({ name }) => name),
    lifetimeMs: LIST_LIFETIME_MS,
    timeoutMs: LIST_TIMEOUT_MS,
    mayReuse,
    parse: (stored) => z.safeParse(CachedList, stored).data ?? null,
    ask: async () => {
      const merged: MergedAnswer = await mergeFromSources(plan, given.ask, { size: given.limit, now: clock() })
      const ids = await storeSourceGames(db, merged.games, { isMerged: plan.sources.length > 1, now: clock() })
      return { ids, total: merged.total, from: merged.from.filter((name) => name !== 'local') }
    },
  })
  return { ...response, tags: [tagOf(text)] }
}

function answered(
  response: SourceResponse,
  { from }: CachedList,
): Pick<GameList, 'state' | 'source' | 'cache' | 'tags'> {
  const { state, cache, tags } = response
  return { state, cache, tags, source: from.length > 1 ? 'hybrid' : (from[0] ?? 'local') }
}

const withTags = (list: GameList, { tags }: SourceResponse): GameList => ({ ...list, tags })

/** Returns the key of a list, which is the same at any time: windows have their names in it, not seconds. */
function listText(plan: SourcePlan, query: ListQuery, own: GameFilter): string {
  const { category, sort, timeRange } = query
  const year = canonical('year', query.year)
  const { listed, platformId, genreId, themeId, gameModeId, anyModeOf, minRating, maxRating } = own
  const windows = [category, sort, timeRange, year]
  const terms = [listed, platformId, genreId, themeId, gameModeId, anyModeOf !== null, minRating, maxRating]
  return textOf('list', plan, [windows, terms], query)
}

function textOf(what: string, { way, sources }: SourcePlan, about: unknown, { page, limit }: Page): string {
  return `${what} ${JSON.stringify([way, sources.map(({ name }) => name), about, limit])} ${page}`
}

const withoutPage = (text: string) => text.slice(0, text.lastIndexOf(' '))

/** Adds the promised totals, unless the list is known to end earlier (C40). */
function paged(
  { ends }: StoredListDeps,
  list: string,
  { page, limit }: Page,
  promised: number,
  answer: Omit<GameList, 'totalGames' | 'totalPages'>,
): GameList {
  if (answer.rows.length === 0) ends.found(list, (page - 1) * limit)
  return { ...answer, ...totalsOf(ends.bounded(list, promised), limit) }
}
