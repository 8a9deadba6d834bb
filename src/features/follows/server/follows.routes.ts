import { type Route, route } from '#server/routes.ts'
import { refuse } from '#shared/refusal.ts'
import * as contract from '../follows.contract.ts'
import { FOLLOW_REFUSALS } from '../follows.texts.ts'
import * as service from './follows.service.ts'

export const followsRoutes = (deps: service.FollowsDeps): Route[] => [
  route(contract.followMember, async ({ body, viewer, reply }) => {
    if (body.follower_id !== undefined && body.follower_id !== viewer.id)
      refuse('forbidden', '42501', FOLLOW_REFUSALS.notYourself)
    const { row, isNew } = await service.follow(deps, viewer, body.following_id)
    if (!isNew) reply.wasThere()
    return { ...row, created_at: row.created_at.toISOString() }
  }),
  route(contract.unfollowMember, async ({ params, viewer }) => {
    await service.unfollow(deps, viewer, params.userId)
    return undefined
  }),
  route(contract.isUserFollowing, ({ body, viewer }) =>
    service.isFollowing(deps, viewer, body.follower_uuid, body.following_uuid),
  ),
]
