import type { Reply, Route } from '#server/routes.ts'
import { route } from '#server/routes.ts'
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
import {
  browse,
  type CatalogueDeps,
  checkGame,
  ensure,
  metadata,
  requireAchievements,
  requireWholeGame,
  search,
  suggest,
} from './catalogue.service.ts'
import { achievementView, gameCard, gameSummary, gameView } from './catalogue.view.ts'
import type { GameList } from './lists/lists.ts'
import { fillPreferences } from './lists/member-preferences.ts'

/** Documented limits of the filter lists; the browser's own list of platforms is longer. */
const MOST = { platforms: 40, platformsInFull: 500, genres: 50, gameModes: 20, themes: 30 }

export function catalogueRoutes(deps: CatalogueDeps): Route[] {
  const { db, clock } = deps

  function listResponse({ cache, tags, state, source, rows }: GameList, reply: Reply) {
    reply.shows('games', ...tags)
    if (cache) reply.headers.set('x-cache', cache)
    return { games: rows.map((row) => gameSummary(row, clock())), state, source }
  }

  return [
    route(
      listGames,
      async ({ query, reply }) => {
        const list = await browse(deps, query)
        const { totalGames, totalPages } = list
        return { ...listResponse(list, reply), totalGames, totalPages }
      },
      fillPreferences(deps, { source: true, strategy: true, erotic: true }),
    ),
    route(
      getGameMetadata,
      async ({ query, reply }) => {
        reply.shows('games')
        const all = await metadata(deps, query.erotic === 'true' ? 'erotic' : 'general')
        return {
          platforms: all.platforms.slice(0, query.full === '1' ? MOST.platformsInFull : MOST.platforms),
          genres: all.genres.slice(0, MOST.genres),
          gameModes: all.gameModes.slice(0, MOST.gameModes),
          themes: all.themes.slice(0, MOST.themes),
          years: all.years,
        }
      },
      fillPreferences(deps, { erotic: true }),
    ),
    route(
      searchGames,
      async ({ query, reply }) => {
        const list = await search(deps, query)
        return { ...listResponse(list, reply), total: list.totalGames, page: query.page }
      },
      fillPreferences(deps, { strategy: true }),
    ),
    route(suggestGames, async ({ query, reply }) => {
      reply.shows('games')
      return { games: (await suggest(db, query.query)).map((row) => gameCard(row, clock())) }
    }),
    route(getGame, async ({ params, reply }) => {
      reply.shows(`game:${params.gameId}`, 'games')
      const { game, related, state } = await requireWholeGame(deps, params.gameId)
      return { game: gameView(game, related, clock()), state }
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
    route(validateGame, ({ params }) => checkGame(deps, params.gameId)),
    route(loadGames, async ({ body }) => ({ games: await deps.bulk.load(body.ids) })),
    route(ensureStored, ({ body }) => ensure(db, body.game_id, clock())),
  ]
}
