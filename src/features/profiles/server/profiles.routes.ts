import { type Route, route } from '#server/routes.ts'
import { listMembers } from '../members.contract.ts'
import { getProfile, getProfileStats, getUserProfileStats, putFavourites } from '../profiles.contract.ts'
import * as members from './members/members.service.ts'
import { chooseFavourites, loadProfile, loadStats, type ProfilesDeps } from './profiles.service.ts'
import { headerStatsOf, viewProfile, viewStats } from './profiles.view.ts'

export const profilesRoutes = (deps: ProfilesDeps): Route[] => [
  route(listMembers, ({ query, viewer, reply }) => members.listMembers(deps, viewer, query, reply)),
  route(getProfile, async ({ params, query, viewer, reply }) => ({
    profile: viewProfile(await loadProfile(deps, { ...params, ...query, viewer }, reply)),
  })),
  route(getProfileStats, async ({ params, query, viewer, reply }) => {
    const loaded = await loadStats(deps, { ...params, ...query, viewer }, reply)
    return { ...viewStats(loaded), ...headerStatsOf(loaded.totals) }
  }),
  route(getUserProfileStats, async ({ body, viewer, reply }) =>
    viewStats(await loadStats(deps, { handle: body.user_uuid, viewer }, reply)),
  ),
  route(putFavourites, async ({ body, viewer }) => ({
    favourites: await chooseFavourites(deps, viewer, body),
  })),
]
