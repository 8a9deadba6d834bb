import { type Route, route } from '#server/routes.ts'
import {
  getProfile,
  getProfileStats,
  getUserProfileStats,
  listProfileFollowers,
  listProfileFollowing,
  listProfileFriends,
  putFavourites,
} from '../profiles.contract.ts'
import { chooseFavourites, listPeople, loadProfile, loadStats, type ProfilesDeps } from './profiles.service.ts'
import { headerStatsOf, viewProfile, viewStats } from './profiles.view.ts'

const LISTS = [
  ['friends', listProfileFriends],
  ['followers', listProfileFollowers],
  ['following', listProfileFollowing],
] as const

export const profilesRoutes = (deps: ProfilesDeps): Route[] => [
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
  ...LISTS.map(([which, endpoint]) =>
    route(endpoint, async ({ params, query, viewer, reply }) => {
      const { page, limit, as } = query
      const list = await listPeople(deps, { ...params, as, viewer }, which, { page, limit }, reply)
      return { data: list.rows, total: list.total, hasMore: list.hasMore }
    }),
  ),
  route(putFavourites, async ({ body, viewer }) => ({
    favourites: await chooseFavourites(deps, viewer, body.game_ids),
  })),
]
