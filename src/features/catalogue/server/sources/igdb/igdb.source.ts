import { UpstreamError, type UpstreamFailure } from '#server/upstream.ts'
import type { GameId } from '#shared/ids.ts'
import { ascending, compareInTurn, descending } from '#shared/order.ts'
import {
  BY_CRITICS,
  BY_PLAYERS,
  type RatingPrior,
  searchFetchSize,
  topRatedFetchSize,
  weightedRating,
  weightedScore,
} from '../../../catalogue.rules.ts'
import type { Source, SourceGame, SourceList, SourceQuestion, SourceTerms } from '../source.ts'
import { gamesOf, LIST_FIELDS, popularIdsOf, termRowsOf, WHOLE_FIELDS } from './igdb-answers.ts'
import type { IgdbClient } from './igdb-client.ts'
import { catalogueOf, fallbackPopularQuery, filterOf, listQuery, SEARCHABLE, topRatedQuery } from './igdb-lists.ts'
import { anyOf, differs, equals, type IgdbQuery, MAX_ROWS, queryText, quoted } from './igdb-query.ts'
import { askTimes } from './igdb-times.ts'

/**
 * Creates the source of IGDB v4. Every method is one request, except games (two for 500), lists by popularity (two or three)
 * and terms (four).
 */
export function igdbSource(client: IgdbClient): Source {
  const ask = async (query: IgdbQuery) => {
    const { rows, total } = await client.ask('games', queryText({ fields: LIST_FIELDS, ...query }))
    return { games: gamesOf(rows, false), total }
  }

  /** Fetches one page and the total: from the response, else by a count (1.2). */
  async function page(query: Pick<IgdbQuery, 'where' | 'sort'>, { limit, offset }: Page): Promise<SourceList> {
    const { games, total } = await ask({ ...query, limit, offset })
    return { games, total: total ?? (await countOrNull(query)) }
  }

  /**
   * Fetches rated games first, by number of votes, then the others. IGDB does not document where an order puts games
   * without a value, and most games have no rating.
   */
  async function ratedFirst(query: Pick<IgdbQuery, 'where' | 'sort'>, { limit, offset }: Page): Promise<SourceList> {
    const where = query.where ?? []
    const [rated, all] = await Promise.all([
      page({ ...query, where: [...where, differs('total_rating_count', null)] }, { limit, offset }),
      countOrNull(query),
    ])
    const end = offset + limit
    if (rated.total === null || end <= rated.total) return { games: rated.games, total: all ?? rated.total }
    const from = Math.max(offset, rated.total)
    const rest = await page(
      { where: [...where, equals('total_rating_count', null)], sort: { field: 'id', direction: 'asc' } },
      { limit: end - from, offset: from - rated.total },
    )
    const games = [...rated.games, ...rest.games]
    return { games, total: rest.total === null ? all : rated.total + rest.total }
  }

  async function countOrNull({ where }: Pick<IgdbQuery, 'where'>): Promise<number | null> {
    try {
      return await client.count('games', queryText({ ...(where && { where }) }))
    } catch (error) {
      if (error instanceof UpstreamError) return null
      throw error
    }
  }

  /** Fetches games in the order of yesterday's visits; the response with the games has no order (1.7). */
  async function popular(question: SourceQuestion, now: Date): Promise<SourceList> {
    const ids = await popularIds()
    if (ids.length === 0) return page(fallbackPopularQuery(question, now), question)
    const { games } = await ask({
      where: [...catalogueOf(question), ...filterOf(question), anyOf('id', ids)],
      limit: MAX_ROWS,
    })
    const place = new Map(ids.map((id, at) => [`igdb_${id}`, at]))
    const byPopularity = games.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0))
    return slice(question.sort === 'popularity' ? byPopularity : games.toSorted(COMPARE[question.sort]), question)
  }

  /** Returns the popular ids; empty when the call fails, because a fallback query exists (R-CAT-26). */
  async function popularIds(): Promise<number[]> {
    const query = queryText({
      fields: ['game_id', 'value', 'popularity_type'],
      where: [equals('popularity_type', VISITS)],
      sort: { field: 'value', direction: 'desc' },
      limit: MAX_ROWS,
    })
    try {
      return popularIdsOf((await client.ask('popularity_primitives', query)).rows)
    } catch (error) {
      if (error instanceof UpstreamError && !HOPELESS.includes(error.kind)) return []
      throw error
    }
  }

  /** Fetches the top-rated games, by a score in which few votes cannot win (R-CAT-18 to R-CAT-20). */
  async function topRated(question: SourceQuestion): Promise<SourceList> {
    const limit = topRatedFetchSize(question.limit)
    const { games } = await ask({ ...topRatedQuery(question, 'players'), limit })
    const found = games.length > 0 ? byScore(games, playersOf, BY_PLAYERS) : await topRatedByCritics(question, limit)
    return slice(question.sort === 'popularity' ? found : found.toSorted(COMPARE[question.sort]), question)
  }

  async function topRatedByCritics(question: SourceQuestion, limit: number): Promise<SourceGame[]> {
    const { games } = await ask({ ...topRatedQuery(question, 'critics'), limit })
    return byScore(games, criticsOf, BY_CRITICS)
  }

  async function terms(endpoint: string, limit: number, where: IgdbQuery['where'] = []) {
    const query = queryText({ fields: ['name'], where, sort: { field: 'name', direction: 'asc' }, limit })
    return termRowsOf((await client.ask(endpoint, query)).rows)
  }

  async function fetchGames(ids: readonly GameId[]): Promise<SourceGame[]> {
    const numbers = ids.flatMap((id) => numberOf(id) ?? [])
    const games: SourceGame[] = []
    for (let at = 0; at < numbers.length; at += WHOLE_ROWS) {
      const some = numbers.slice(at, at + WHOLE_ROWS)
      const query = queryText({ fields: WHOLE_FIELDS, where: [anyOf('id', some)], limit: some.length })
      const [{ rows }, timeOf] = await Promise.all([client.ask('games', query), askTimes(client, some)])
      games.push(...gamesOf(rows, true).map((game) => ({ ...game, timeToBeat: timeOf(numberOf(game.id) as number) })))
    }
    return games
  }

  return {
    name: 'igdb',
    fetchGame: async (id) => (await fetchGames([id])).find((game) => game.id === id) ?? null,
    fetchGames,
    async searchGames(text, { limit, offset }) {
      // IGDB refuses an empty search.
      if (quoted(text) === '""') return { games: [], total: 0 }
      const { games, total } = await ask({ search: text, where: SEARCHABLE, limit: searchFetchSize(limit), offset })
      return { games: games.slice(0, limit), total }
    },
    async listGames(question, now) {
      if (question.kind === 'popular') return popular(question, now)
      if (question.kind === 'top-rated') return topRated(question)
      const query = listQuery(question, now)
      return query.sort?.field === 'total_rating_count' ? ratedFirst(query, question) : page(query, question)
    },
    // There is no such endpoint in v4 (1.6).
    fetchAchievements: async () => null,
    async listTerms(): Promise<SourceTerms> {
      const [platforms, genres, themes, gameModes] = await Promise.all([
        terms('platforms', 500, [anyOf('platform_type', [1, 2, 3, 4, 5, 6])]),
        terms('genres', 50),
        terms('themes', 30),
        terms('game_modes', 20),
      ])
      return { platforms: uniqueByName(platforms), genres, themes, gameModes }
    },
  }
}

interface Page {
  limit: number
  offset: number
}

/** Whole games in one response: one with all its releases, languages and addresses is some 40 kB, and a response ends at 24 MB. */
const WHOLE_ROWS = 250

/** Popularity type 1: visits at IGDB. Values of different types cannot be compared (1.7). */
const VISITS = 1
/** Failures of the source as a whole, after which the fallback query would fail too. */
const HOPELESS: readonly UpstreamFailure[] = ['circuit_open', 'rate_limited', 'credentials', 'quota', 'timeout']

const COMPARE: Record<'rating' | 'release' | 'coming' | 'name', (a: SourceGame, b: SourceGame) => number> = {
  rating: (a, b) => (weightedRating(b) ?? -1) - (weightedRating(a) ?? -1),
  release: (a, b) => (b.firstReleaseDate ?? -Infinity) - (a.firstReleaseDate ?? -Infinity),
  coming: (a, b) => (a.firstReleaseDate ?? Infinity) - (b.firstReleaseDate ?? Infinity),
  name: (a, b) => a.name.localeCompare(b.name, 'en'),
}

const playersOf = (game: SourceGame) => ({ rating: game.totalRating ?? 0, count: game.totalRatingCount })
const criticsOf = (game: SourceGame) => ({ rating: game.criticRating ?? 0, count: game.criticRatingCount })

function byScore(
  games: readonly SourceGame[],
  ratingOf: (game: SourceGame) => { rating: number; count: number },
  weighting: RatingPrior,
): SourceGame[] {
  const scored = games.flatMap((game) => {
    const { rating, count } = ratingOf(game)
    return count < weighting.least ? [] : [{ game, score: weightedScore(rating, count, weighting) }]
  })
  return scored
    .sort(
      compareInTurn(
        descending(({ score }) => score),
        ascending(({ game }) => game.id),
      ),
    )
    .map(({ game }) => game)
}

function slice(games: readonly SourceGame[], { limit, offset }: Page): SourceList {
  return { games: games.slice(offset, offset + limit), total: games.length }
}

function numberOf(id: GameId): number | null {
  return id.startsWith('igdb_') ? Number(id.slice(5)) : null
}

/** Removes repeated names (R-CAT-29). */
function uniqueByName<T extends { name: string }>(terms: readonly T[]): T[] {
  return [...new Map(terms.toReversed().map((term) => [term.name.toLowerCase(), term])).values()].toReversed()
}
