import type { Reply, Route } from '#server/routes.ts'
import { route } from '#server/routes.ts'
import { tag } from '#server/tags.ts'
import {
  getGame,
  getGameMetadata,
  listGames,
  listRelatedGames,
  searchGames,
  suggestGames,
} from '../catalogue.contract.ts'
import { listGameAchievements } from '../game-achievements.contract.ts'
import { ensureStored, loadGames, validateGame } from '../validation.contract.ts'
import type { CatalogueDeps } from './assembly/open-catalogue.ts'
import { checkGame, ensure } from './cards/ensure-games.ts'
import {
  browse,
  meantGame,
  metadata,
  requireAchievements,
  requireWholeGame,
  search,
  suggest,
} from './catalogue.service.ts'
import { achievementView, gameCard, gameSummary, gameView } from './catalogue.view.ts'
import type { GameList } from './lists/lists.ts'

/** Documented limits of the filter lists; the browser's own list of platforms is longer. */
const MAX = { platforms: 40, platformsInFull: 500, genres: 50, gameModes: 20, themes: 30 }

export function catalogueRoutes(deps: CatalogueDeps): Route[] {
  const { db, clock } = deps

  function listResponse({ cache, tags, state, source, rows }: GameList, reply: Reply) {
    reply.shows(tag.games, ...tags)
    if (cache) reply.headers.set('x-cache', cache)
    return { games: rows.map((row) => gameSummary(row, clock())), state, source }
  }

  return [
    route(listGames, async ({ query, reply }) => {
      const list = await browse(deps, query)
      const { totalGames, totalPages } = list
      const meant = totalGames === 0 ? await meantGame(deps, query) : null
      return { ...listResponse(list, reply), totalGames, totalPages, ...(meant && { meant }) }
    }),
    route(getGameMetadata, async ({ query, reply }) => {
      reply.shows(tag.games)
      const all = await metadata(deps, query.erotic ? 'erotic' : 'general')
      return {
        platforms: all.platforms.slice(0, query.full ? MAX.platformsInFull : MAX.platforms),
        genres: all.genres.slice(0, MAX.genres),
        gameModes: all.gameModes.slice(0, MAX.gameModes),
        themes: all.themes.slice(0, MAX.themes),
        years: all.years,
      }
    }),
    route(searchGames, async ({ query, reply }) => {
      const list = await search(deps, query)
      return { ...listResponse(list, reply), total: list.totalGames, page: query.page }
    }),
    route(suggestGames, async ({ query, reply }) => {
      reply.shows(tag.games)
      return { games: (await suggest(deps, query.query)).map((row) => gameCard(row, clock())) }
    }),
    route(getGame, async ({ params, reply }) => {
      reply.shows(tag.game(params.gameId), tag.games)
      const { game, related, state } = await requireWholeGame(deps, params.gameId)
      if (game.id !== params.gameId) reply.shows(tag.game(game.id))
      return { game: gameView(game, related, clock()), state }
    }),
    route(listRelatedGames, async ({ params, reply }) => {
      reply.shows(tag.game(params.gameId), tag.games)
      const { related } = await requireWholeGame(deps, params.gameId)
      return { data: related.map((row) => gameCard(row, clock())) }
    }),
    route(listGameAchievements, async ({ params, reply }) => {
      reply.shows(tag.game(params.gameId), tag.games)
      return { data: (await requireAchievements(deps, params.gameId)).map((row) => achievementView(row, deps)) }
    }),
    route(validateGame, ({ params }) => checkGame(deps, params.gameId)),
    route(loadGames, async ({ body }) => ({ games: await deps.bulk.load(body.ids) })),
    route(ensureStored, ({ body }) => ensure({ db, catalogue: deps }, body.game_id, clock())),
  ]
}
