import * as z from 'zod/mini'
import { contract, NoContent } from '#shared/contract.ts'
import { UserId } from '#shared/ids.ts'
import * as endpoints from './follows.endpoints.ts'

/** A follow (R-FOLLOW-01). */
const Follow = z.object({
  follower_id: UserId,
  following_id: UserId,
  /** ISO 8601, UTC. */
  created_at: z.string(),
})

export const followMember = contract(endpoints.followMember, {
  access: 'member',
  summary: 'Follow a member, without their approval (C13); succeeds unchanged if the viewer follows them already (G24)',
  body: z.object({
    following_id: z.pipe(z.string('Following ID is required'), UserId),
    /** If given, it must be the viewer's own id. */
    follower_id: z.optional(UserId),
  }),
  response: Follow,
  status: 201,
  mayExist: true,
  refusals: { 400: ['self'], 403: ['42501', 'blocked'], 404: ['member_not_found'] },
})

export const unfollowMember = contract(endpoints.unfollowMember, {
  access: 'member',
  summary: 'Unfollow a member; succeeds unchanged if the viewer does not follow them (G24)',
  params: z.object({ userId: UserId }),
  response: NoContent,
  status: 204,
})

export const isUserFollowing = contract(endpoints.isUserFollowing, {
  access: 'anyone',
  summary: 'Check whether one member follows another (named after the database function)',
  body: z.object({ follower_uuid: UserId, following_uuid: UserId }),
  response: z.boolean(),
  refusals: { 403: ['42501'] },
  budget: 'read',
})
