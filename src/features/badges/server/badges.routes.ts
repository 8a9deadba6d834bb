import { cachedForMember, type Route, route } from '#server/routes.ts'
import * as contract from '../badges.contract.ts'
import * as admin from './admin/admin-badges.service.ts'
import * as service from './badges.service.ts'
import { viewAdminBadge, viewEarned, viewOwn, viewOwner } from './badges.view.ts'

export const badgesRoutes = (deps: service.BadgesDeps): Route[] => [
  route(contract.listBadges, async ({ viewer, reply }) => {
    const { rows, amounts, now } = await service.listBadges(deps, viewer, reply)
    return { data: rows.map((row) => viewOwn(row, amounts, now)) }
  }),
  cachedForMember(
    route(contract.listProfileBadges, async ({ params, query: { as, ...part }, viewer, reply }) => {
      const { rows, ...rest } = await service.listOfMember(deps, { ...params, as, viewer }, part, reply)
      return { data: rows.map(viewEarned), ...rest }
    }),
    // What others see depends on their relationship, too.
    ({ params, query }, viewer) => params.handle === viewer.id && !query.as,
  ),
  route(contract.listAllBadges, async () => ({ data: (await admin.listAll(deps)).map(viewAdminBadge) })),
  route(contract.createBadge, async ({ body, viewer }) => ({
    data: viewAdminBadge(await admin.createBadge(deps, viewer, body)),
  })),
  route(contract.changeBadge, async ({ params, body, viewer }) => ({
    data: viewAdminBadge(await admin.changeBadge(deps, viewer, params.badgeId, body)),
  })),
  route(contract.listBadgeOwners, async ({ params, query }) => {
    const { owners, nextCursor } = await admin.listOwners(deps, params.badgeId, query.cursor)
    return { data: owners.map(viewOwner), nextCursor }
  }),
  route(contract.giveBadge, async ({ params, viewer }) => {
    await admin.giveBadge(deps, viewer, params)
    return undefined
  }),
  route(contract.takeBadge, async ({ params, viewer }) => {
    await admin.takeBadge(deps, viewer, params)
    return undefined
  }),
]
