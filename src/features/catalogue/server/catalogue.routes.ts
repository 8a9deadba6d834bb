import { type Route, route } from '#server/routes.ts'
import {
  getGame,
  getGameMetadata,
  listGames,
  listRelatedGames,
  searchGames,
  suggestGames,
} from '../catalogue.contract.ts'
import { listGameAchievements } from '../game-achievements.contract.ts'
import {
  browse,
  type CatalogueDeps,
  metadata,
  requireAchievements,
  requireWholeGame,
  search,
  suggest,
} from './catalogue.service.ts'
import { achievementView, gameCard, gameSummary, gameView } from './catalogue.view.ts'

/** Documented bounds of the filter lists; the browser's own list of platforms is longer. */
const MOST = { platforms: 40, platformsInFull: 500, genres: 50, gameModes: 20, themes: 30 }

export function catalogueRoutes(deps: CatalogueDeps): Route[] {
  const { db, clock } = deps
  return [
    route(listGames, async ({ query, reply }) => {
      reply.shows('games')
      const { rows, total } = await browse(deps, query)
      const games = rows.map((row) => gameSummary(row, clock()))
      return { games, totalGames: total, totalPages: Math.ceil(total / query.limit) }
    }),
    route(getGameMetadata, async ({ query, reply }) => {
      reply.shows('games')
      const all = await metadata(deps)
      return {
        platforms: all.platforms.slice(0, query.full === '1' ? MOST.platformsInFull : MOST.platforms),
        genres: all.genres.slice(0, MOST.genres),
        gameModes: all.gameModes.slice(0, MOST.gameModes),
        themes: all.themes.slice(0, MOST.themes),
        years: all.years,
      }
    }),
    route(searchGames, async ({ query, reply }) => {
      reply.shows('games')
      const { rows, total } = await search(deps, query)
      return { games: rows.map((row) => gameSummary(row, clock())), total, page: query.page }
    }),
    route(suggestGames, async ({ query, reply }) => {
      reply.shows('games')
      return { games: (await suggest(db, query.query)).map((row) => gameCard(row, clock())) }
    }),
    route(getGame, async ({ params, reply }) => {
      reply.shows(`game:${params.gameId}`, 'games')
      const { game, related } = await requireWholeGame(deps, params.gameId)
      return { game: gameView(game, related, clock()) }
    }),
    route(listRelatedGames, async ({ params, reply }) => {
      reply.shows(`game:${params.gameId}`, 'games')
      const { related } = await requireWholeGame(deps, params.gameId)
      return { data: related.map((row) => gameCard(row, clock())) }
    }),
    route(listGameAchievements, async ({ params, reply }) => {
      reply.shows(`game:${params.gameId}`, 'games')
      return { data: (await requireAchievements(deps, params.gameId)).map(achievementView) }
    }),
  ]
}
