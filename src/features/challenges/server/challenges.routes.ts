import type { Config } from '#server/config.ts'
import { cachedForMember, type Route, route } from '#server/routes.ts'
import * as contract from '../challenges.contract.ts'
import * as admin from './admin/admin-challenges.service.ts'
import * as service from './challenges.service.ts'
import { viewChallenge, viewParticipation, viewProgress, viewRanked } from './challenges.view.ts'
import { drawChallenge } from './picture/challenge-picture.ts'

type Listed = Awaited<ReturnType<typeof service.listChallenges>>
type Joined = Awaited<ReturnType<typeof service.listMine>>

const viewPage = ({ rows, relations, total, hasMore }: Listed) => ({
  data: rows.map((row) => viewChallenge(row, relations)),
  total,
  hasMore,
})
const viewJoined = ({ rows, relations, total, hasMore }: Joined) => ({
  data: rows.map((row) => viewParticipation(row, relations)),
  total,
  hasMore,
})
const viewOne = ({ row, relations }: Awaited<ReturnType<typeof service.requireChallenge>>) => ({
  data: viewChallenge(row, relations),
})

export const challengesRoutes = (deps: service.ChallengesDeps & { config: Pick<Config, 'productName'> }): Route[] => [
  cachedForMember(
    route(contract.listChallenges, async ({ query, reply }) =>
      viewPage(await service.listChallenges(deps, query, reply)),
    ),
  ),
  // Registered before the route with an id.
  cachedForMember(
    route(contract.listMyChallenges, async ({ query, viewer, reply }) =>
      viewJoined(await service.listMine(deps, viewer, query, reply)),
    ),
  ),
  route(contract.getChallenge, async ({ params, reply }) =>
    viewOne(await service.requireChallenge(deps, params.challengeId, reply)),
  ),
  route(contract.getChallengePicture, ({ params }) => drawChallenge(deps, params.challengeId)),
  route(contract.listParticipants, async ({ params, query, viewer, reply }) => {
    const { ranked, nextCursor } = await service.listRanked(deps, viewer, params.challengeId, query.cursor, reply)
    return { data: ranked.map(viewRanked), nextCursor }
  }),
  route(contract.listProfileChallenges, async ({ params, query, viewer, reply }) =>
    viewJoined(await service.listOf(deps, { ...params, as: query.as, viewer }, query, reply)),
  ),
  route(contract.joinChallenge, async ({ params, viewer, reply }) => {
    const { row, relations, isNew } = await service.joinChallenge(deps, viewer, params.challengeId)
    if (!isNew) reply.wasThere()
    return { data: viewParticipation(row, relations) }
  }),
  route(contract.leaveChallenge, async ({ params, viewer }) => {
    await service.leaveChallenge(deps, viewer, params.challengeId)
    return undefined
  }),
  route(contract.updateProgress, async ({ params, viewer }) =>
    viewProgress(await service.updateProgress(deps, viewer, params.challengeId)),
  ),
  route(contract.listAllChallenges, async ({ query, reply }) =>
    viewPage(await service.listChallenges(deps, query, reply)),
  ),
  route(contract.createChallenge, async ({ body, viewer }) => viewOne(await admin.createChallenge(deps, viewer, body))),
  route(contract.changeChallenge, async ({ params, body, viewer }) =>
    viewOne(await admin.changeChallenge(deps, viewer, params.challengeId, body)),
  ),
  route(contract.deleteChallenge, async ({ params, viewer }) => {
    await admin.deleteChallenge(deps, viewer, params.challengeId)
    return undefined
  }),
]
