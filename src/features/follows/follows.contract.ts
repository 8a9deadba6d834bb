import * as z from 'zod/mini'
import { endpoint, NoContent } from '#shared/endpoint.ts'
import { UserId } from '#shared/ids.ts'

/** A follow (R-FOLLOW-01). */
const Follow = z.object({
  follower_id: UserId,
  following_id: UserId,
  /** ISO 8601, UTC. */
  created_at: z.string(),
})

export const followMember = endpoint({
  access: 'member',
  method: 'POST',
  path: '/api/followers',
  summary: 'Follows a member at once, without asking (C13); 200 and unchanged when it was so (G24)',
  body: z.object({
    following_id: z.pipe(z.string('Following ID is required'), UserId),
    /** When given it must be the viewer's own id. */
    follower_id: z.optional(UserId),
  }),
  response: Follow,
  status: 201,
  refusals: ['self', '42501', 'blocked', 'member_not_found'],
})

export const unfollowMember = endpoint({
  access: 'member',
  method: 'DELETE',
  path: '/api/followers/:userId',
  summary: 'Stops following a member; the same answer when it was not so (G24)',
  params: z.object({ userId: UserId }),
  response: NoContent,
  status: 204,
})

export const isUserFollowing = endpoint({
  access: 'anyone',
  method: 'POST',
  path: '/api/rpc/is_user_following',
  summary: 'Whether one member follows another, by the name of the database function',
  body: z.object({ follower_uuid: UserId, following_uuid: UserId }),
  response: z.boolean(),
  refusals: ['42501'],
  budget: 'read',
})
