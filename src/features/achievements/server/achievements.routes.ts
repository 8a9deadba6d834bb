import { achievementView } from '#features/catalogue/server/catalogue.service.ts'
import { type Route, route } from '#server/routes.ts'
import * as contract from '../achievements.contract.ts'
import * as service from './achievements.service.ts'
import { viewGames, viewTick, viewTicks } from './achievements.view.ts'

export const achievementsRoutes = (deps: service.AchievementsDeps): Route[] => [
  route(contract.batchAchievements, async ({ body, viewer }) => ({
    data: (await service.storeBatch(deps, viewer, body)).map((row) => achievementView(row, deps.catalogue)),
  })),
  route(contract.listOwnAchievements, async ({ query, viewer }) => {
    const { rows, cards, nextCursor } = await service.listOwn(deps, viewer, query)
    return { data: viewTicks(rows, cards, deps.catalogue), nextCursor }
  }),
  route(contract.listOwnAchievementGames, async ({ query, viewer }) => {
    const { rows, cards, hasMore } = await service.listOwnGames(deps, viewer, query)
    return { data: viewGames(rows, cards), hasMore }
  }),
  route(contract.getOwnAchievementTotals, ({ viewer }) => service.ownTotals(deps, viewer)),
  route(contract.unlockAchievement, async ({ params, body: { unlocked_at }, viewer }) => {
    const at = unlocked_at === undefined ? 'now' : new Date(unlocked_at)
    return viewTick(await service.setTick(deps, viewer, params.achievementId, at))
  }),
  route(contract.lockAchievement, async ({ params, viewer }) =>
    viewTick(await service.setTick(deps, viewer, params.achievementId, null)),
  ),
  route(contract.countAchievementMembers, ({ params, reply }) => service.memberCounts(deps, params.gameId, reply)),
  route(contract.listProfileAchievements, async ({ params, query, viewer, reply }) => {
    const { rows, cards, total } = await service.listLatestOf(deps, { ...params, as: query.as, viewer }, reply)
    return { data: viewTicks(rows, cards, deps.catalogue), total }
  }),
]
