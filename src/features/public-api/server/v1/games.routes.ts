import {
  gameCard,
  gameFactsOf,
  requireWholeGame,
  search,
  gameView as wholeView,
} from '#features/catalogue/server/catalogue.service.ts'
import { listReviewsOfGameByKeyset } from '#features/reviews/server/keyset/keyset.service.ts'
import { type ReviewsDeps, summaryOf } from '#features/reviews/server/reviews.service.ts'
import { type Reply, type Route, route, type Viewer } from '#server/routes.ts'
import { canonicalGameId, type GameId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import * as contract from '../../public-api.contract.ts'
import { API_TEXTS } from '../../public-api.texts.ts'
import { findGameAtSteam, listSteamIds } from '../public-api.queries.ts'
import { keysetOf, nextPage, pageOf } from './cursors.ts'
import { cardView, gameView, reviewView } from './views.ts'

export const gamesRoutes = (deps: ReviewsDeps): Route[] => [
  route(contract.searchGames, async ({ query, request }) => {
    const page = pageOf(query.cursor)
    const plan = { query: query.search, page, limit: query.limit, strategy: 'smart', fallback: true } as const
    const { rows, totalGames } = await search(deps.catalogue, plan)
    return {
      data: rows.map((row) => cardView(gameCard(row, deps.clock()), request.origin)),
      next_cursor: nextPage(page, rows.length > 0 && page * query.limit < totalGames),
    }
  }),
  route(contract.getGame, ({ params, ...from }) => oneGame(deps, params.gameId, from)),
  route(contract.getGameBySteamAppId, async ({ params, ...from }) => {
    const id = await findGameAtSteam(deps.db, params.appId)
    return oneGame(deps, id ?? refuse('not_found', 'game_not_found', API_TEXTS.gameUnknown), from)
  }),
  route(contract.getGameByIgdbId, ({ params, ...from }) =>
    oneGame(deps, canonicalGameId(`igdb_${params.igdbId}`) as GameId, from),
  ),
  route(contract.listGameReviews, async ({ params, query, viewer, request, reply }) => {
    const place = { before: keysetOf(query.cursor), limit: query.limit }
    const { data, nextCursor } = await listReviewsOfGameByKeyset(deps, viewer, params.gameId, place, reply)
    return { data: data.map((review) => reviewView(review, request.origin)), next_cursor: nextCursor }
  }),
]

interface From {
  viewer: Viewer | null
  request: { origin: string }
  reply: Reply
}

/** Answers a game; one that was merged is the game that stays (decision 0119). */
async function oneGame(deps: ReviewsDeps, id: GameId, { viewer, request, reply }: From) {
  const [{ game, related }, steamIds, ratings] = await Promise.all([
    requireWholeGame(deps.catalogue, id),
    listSteamIds(deps.db, id),
    summaryOf(deps, viewer, id, reply),
  ])
  if (game.id !== id) return oneGame(deps, game.id as GameId, { viewer, request, reply })
  const facts = await gameFactsOf(deps.catalogue, game)
  return { data: gameView(wholeView(game, related, deps.clock()), ratings, steamIds, facts, request.origin) }
}
