import * as z from 'zod/mini'
import { PublicProfile } from '#features/profiles/profiles.contract.ts'
import { contract, NoContent } from '#shared/contract.ts'
import { GameId, UserId } from '#shared/ids.ts'
import * as endpoints from './friends.endpoints.ts'

export const FRIENDS_PAGE_SIZE = 100
export const REQUESTS_PAGE_SIZE = 50

/** A friendship, or a request for one (R-FRIEND-03). */
export const FriendLink = z.object({
  id: z.string(),
  /** The member who sent the request. */
  user_id: UserId,
  /** The member who received it. */
  friend_id: UserId,
  status: z.enum(['pending', 'accepted', 'declined']),
  /** ISO 8601, UTC. */
  created_at: z.string(),
})
export type FriendLink = z.infer<typeof FriendLink>

const CurrentGame = z.object({ id: GameId, name: z.string(), cover_url: z.nullable(z.string()) })

/** Whether a member is online, and which game they play (C14, G49). */
const Presence = z.object({
  status: z.enum(['online', 'gaming', 'offline']),
  currentGame: z.nullable(CurrentGame),
})

/** The other member of a friendship (R-FRIEND-01, R-FRIEND-04). */
export const Friend = z.extend(PublicProfile, {
  link_id: z.string(),
  bio: z.nullable(z.string()),
  status: z.enum(['pending', 'accepted']),
  /** The member who sent the request. */
  sender_id: UserId,
  created_at: z.string(),
  /** Always the documented value; `presence` has the actual state (C14). */
  online_status: z.literal('offline'),
  currentGame: z.nullable(CurrentGame),
  presence: Presence,
})
export type Friend = z.infer<typeof Friend>

/** The other member of a friend request (R-FRIEND-02). */
export const FriendRequest = z.extend(PublicProfile, { link_id: z.string(), created_at: z.string() })
export type FriendRequest = z.infer<typeof FriendRequest>

export const listFriends = contract(endpoints.listFriends, {
  access: 'member',
  summary: 'List the member’s friends and open requests, latest change first, a hundred per page',
  query: z.object({
    status: z.catch(z.optional(z.enum(['pending', 'accepted'])), undefined),
    cursor: z.optional(z.string()),
  }),
  response: z.object({
    data: z.array(Friend),
    /** The member's number of friends. */
    total: z.number(),
    nextCursor: z.nullable(z.string()),
  }),
})

export const listFriendRequests = contract(endpoints.listFriendRequests, {
  access: 'member',
  summary: 'List received requests, newest first and fifty per page, and all sent requests',
  query: z.object({ cursor: z.optional(z.string()) }),
  response: z.object({
    received: z.array(FriendRequest),
    sent: z.array(FriendRequest),
    nextCursor: z.nullable(z.string()),
  }),
})

const ID_REQUIRED = 'Friend ID is required'

export const addFriend = contract(endpoints.addFriend, {
  access: 'member',
  summary: 'Send a friend request; accepts the other member’s request if there is one (G23)',
  body: z.object({ friend_id: z.pipe(z.string(ID_REQUIRED).check(z.minLength(1, ID_REQUIRED)), UserId) }),
  response: FriendLink,
  status: 201,
  refusals: {
    400: ['self'],
    403: ['blocked'],
    404: ['member_not_found'],
    409: ['23505', 'friend_limit', 'pending_limit'],
  },
})

/** The id of the friendship, or of the other member (C15). */
const OneFriend = z.object({ id: UserId })

export const answerFriend = contract(endpoints.answerFriend, {
  access: 'member',
  summary: 'Accept or decline a received friend request',
  params: OneFriend,
  body: z.object({ status: z.enum(['accepted', 'declined'], 'Invalid status') }),
  response: FriendLink,
  refusals: { 400: ['invalid_status'], 403: ['42501'], 404: ['friend_not_found'], 409: ['friend_limit'] },
})

export const removeFriend = contract(endpoints.removeFriend, {
  access: 'member',
  summary: 'End a friendship from either side, or withdraw a sent request',
  params: OneFriend,
  response: NoContent,
  status: 204,
  refusals: { 403: ['42501'], 404: ['friend_not_found'] },
})

export const areUsersFriends = contract(endpoints.areUsersFriends, {
  access: 'anyone',
  summary: 'Check whether two members are friends (named after the database function)',
  body: z.object({ user1_uuid: UserId, user2_uuid: UserId }),
  response: z.boolean(),
  refusals: { 403: ['42501'] },
  budget: 'read',
})
