import { type Route, route } from '#server/routes.ts'
import * as contract from '../../appeals.contract.ts'
import type { AppealRow } from './appeals.queries.ts'
import * as service from './appeals.service.ts'

export const appealsRoutes = (deps: service.AppealsDeps): Route[] => [
  route(contract.listOwnDecisions, async ({ viewer }) => {
    const decisions = await service.listOwnDecisions(deps, viewer)
    return {
      decisions: decisions.map(({ type, id, appeal }) => ({
        type,
        id,
        appeal: appeal && viewAppeal({ ...appeal, created_at: new Date(appeal.created_at) }),
      })),
    }
  }),
  route(contract.createAppeal, async ({ body, viewer }) => ({
    appeal: viewAppeal(await service.createAppeal(deps, viewer, body)),
  })),
  route(contract.appealSuspension, async ({ body }) => ({
    appeal: viewAppeal(await service.appealSuspension(deps, body)),
  })),
  route(contract.listAppeals, ({ query, viewer }) => service.listAppeals(deps, viewer, query.cursor)),
  route(contract.answerAppeal, async ({ params, body, viewer }) => {
    await service.answerAppeal(deps, viewer, params.appealId, body)
    return { success: true as const }
  }),
]

const viewAppeal = ({ state, created_at, answer }: AppealRow) => ({
  state,
  created_at: created_at.toISOString(),
  answer,
})
