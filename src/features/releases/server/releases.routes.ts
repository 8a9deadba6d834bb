import { type Route, route } from '#server/routes.ts'
import * as contract from '../releases.contract.ts'
import * as calendar from './calendar/calendar.service.ts'
import * as service from './releases.service.ts'

export type RoutesDeps = service.ReleasesDeps & calendar.CalendarDeps

export const releasesRoutes = (deps: RoutesDeps): Route[] => [
  route(contract.listReleases, ({ query, reply }) => service.listReleases(deps, query, reply)),
  route(contract.listReleaseGroup, ({ params, query, reply }) =>
    service.listReleaseGroup(deps, params.group, query, reply),
  ),
  route(contract.listReleasePlatforms, async ({ query, reply }) => ({
    platforms: await service.listPlatforms(deps, query.span, reply),
  })),
  route(contract.listOwnReleases, async ({ query, viewer }) => ({
    games: await service.listOwnReleases(deps, viewer, query),
  })),
  route(contract.getCalendarLink, async ({ viewer }) => ({ address: await calendar.findAddress(deps, viewer) })),
  route(contract.renewCalendarLink, async ({ viewer }) => ({ address: await calendar.renewAddress(deps, viewer) })),
  route(contract.deleteCalendarLink, async ({ viewer }) => {
    await calendar.deleteAddress(deps, viewer)
    return undefined
  }),
]
