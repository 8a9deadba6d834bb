import type { Clock } from '#server/clock.ts'
import { UpstreamError } from '#server/upstream.ts'
import type { GameId } from '#shared/ids.ts'
import type { Source, SourceGame, SourceList, SourceQuestion } from '../source.ts'
import { EROTIC_THEME } from '../vocabulary.ts'
import { achievementsOf, detailOf, rowsOf, screenshotsOf, termRowsOf } from './rawg-answers.ts'
import type { RawgClient, RawgParams } from './rawg-client.ts'
import { LARGEST_PAGE, listParams, pagesFor } from './rawg-lists.ts'

/** Longer than any typed text, and shorter than the limit of an address. */
const LONGEST_SEARCH = 200

/**
 * Creates the source of RAWG v1. A query has platforms and genres in RAWG's ids (`rawgQuestion` translates), its games
 * have ours. RAWG's terms require a link on every page that shows its data; `dataSource` of a game names the source.
 */
export function rawgSource(client: RawgClient, clock: Clock): Source {
  async function page(params: RawgParams, { limit, offset }: { limit: number; offset: number }): Promise<SourceList> {
    const { size, pages, skip } = pagesFor(limit, offset)
    const answers = await Promise.all(pages.map((page) => client.list('/games', { ...params, page, page_size: size })))
    const rows = answers.flatMap((answer) => answer.results).slice(skip, skip + limit)
    return { games: rowsOf(rows, clock()), total: answers.find((answer) => answer.count !== null)?.count ?? null }
  }

  /** Fetches a game under the requested id, even if RAWG has moved it, because a library may contain the old id. */
  async function findDetail(id: GameId): Promise<SourceGame | null> {
    const thing = await client.find('/games', id.slice(5))
    const game = thing && detailOf(thing, clock())
    return game ? { ...game, id } : null
  }

  /** Returns null when the screenshots fail; the game is usable without them. */
  async function screenshots(id: GameId): Promise<string[] | null> {
    try {
      const path = `/games/${encodeURIComponent(id.slice(5))}/screenshots`
      return screenshotsOf((await client.list(path, { page_size: LARGEST_PAGE })).results)
    } catch (error) {
      if (error instanceof UpstreamError) return null
      throw error
    }
  }

  async function fetchGame(id: GameId): Promise<SourceGame | null> {
    if (!isOurs(id)) return null
    const game = await findDetail(id)
    const pictures = game && (await screenshots(id))
    return game && { ...game, screenshots: pictures ?? [], isWhole: pictures !== null }
  }

  return {
    name: 'rawg',
    fetchGame,
    // Two requests per game: RAWG has no request for several games.
    async fetchGames(ids) {
      const games: SourceGame[] = []
      for (const id of ids) {
        const game = await fetchGame(id)
        if (game) games.push(game)
      }
      return games
    },
    async searchGames(text, part) {
      const words = [...text.toWellFormed()].slice(0, LONGEST_SEARCH).join('').trim()
      // Without a search text RAWG would list everything.
      if (words === '') return { games: [], total: 0 }
      return page({ search: words }, part)
    },
    async listGames(question, now) {
      const all = await page(listParams(question, now), question)
      const isListed = (game: SourceGame) => question.hasErotic || !game.themes.some(({ id }) => id === EROTIC_THEME)
      const list = { ...all, games: all.games.filter(isListed) }
      if (question.minRating === null && question.maxRating === null) return list
      // RAWG cannot filter by its own ratings, so the total is unknown.
      return { games: list.games.filter((game) => isRated(game, question)), total: null }
    },
    async fetchAchievements(id) {
      if (!isOurs(id)) return null
      const rows = await allOf(client, `/games/${encodeURIComponent(id.slice(5))}/achievements`, MAX_ACHIEVEMENTS)
      return achievementsOf(rows.slice(0, MAX_ACHIEVEMENTS))
    },
    async listTerms() {
      const [platforms, genres] = await Promise.all([
        allOf(client, '/platforms', MAX_TERMS),
        allOf(client, '/genres', MAX_TERMS),
      ])
      return { platforms: termRowsOf(platforms), genres: termRowsOf(genres), themes: [], gameModes: [] }
    },
  }
}

const isOurs = (id: GameId) => id.startsWith('rawg_')

const MAX_ACHIEVEMENTS = 50
const MAX_TERMS = 200

/** Fetches pages until there are enough rows or no more. */
async function allOf(client: RawgClient, path: string, most: number): Promise<unknown[]> {
  const rows: unknown[] = []
  for (let page = 1; rows.length < most; page++) {
    const answer = await client.list(path, { page, page_size: LARGEST_PAGE })
    rows.push(...answer.results)
    if (!answer.hasNext || answer.results.length === 0) break
  }
  return rows
}

function isRated({ totalRating }: SourceGame, { minRating, maxRating }: SourceQuestion): boolean {
  return totalRating !== null && totalRating >= (minRating ?? 0) && totalRating <= (maxRating ?? 100)
}
