import { type Route, route } from '#server/routes.ts'
import * as contract from '../recommendations.contract.ts'
import * as service from './recommendations.service.ts'
import { viewReceived } from './recommendations.view.ts'

export const recommendationsRoutes = (deps: service.RecommendationsDeps): Route[] => [
  route(contract.listRecommendations, async ({ query, viewer }) => {
    const { rows, nextCursor } = await service.listReceived(deps, viewer, query.cursor)
    return { data: await viewReceived(deps, viewer, rows), nextCursor }
  }),
  route(contract.createRecommendation, async ({ body, viewer }) => ({
    id: await service.recommend(deps, viewer, { to: body.recipient_id, gameId: body.game_id, line: body.line }),
  })),
  route(contract.listRecommendedTo, async ({ query, viewer }) => ({
    data: await service.listSent(deps, viewer, query.game_id),
  })),
  route(contract.answerRecommendation, async ({ params, body, viewer }) => ({
    state: await service.answer(deps, viewer, params.recommendationId, body.answer),
  })),
  route(contract.deleteRecommendation, async ({ params, viewer }) => {
    await service.withdraw(deps, viewer, params.recommendationId)
    return undefined
  }),
]
