import * as z from 'zod/mini'
import { OneProfile, PublicProfile, viewAs } from '#features/profiles/profiles.contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { UserId } from '#shared/ids.ts'

/** Finding members, and the viewer's relationship with them. */

export const SEARCH_MIN_LENGTH = 2
export const SEARCH_SIZE = 20
export const SUGGESTIONS_SIZE = 10
export const FOLLOWS_PAGE_SIZE = 30

/** The friend status from the viewer's side (R-FRIEND-07). */
const FRIEND_STATUSES = ['none', 'pending_sent', 'pending_received', 'accepted'] as const
export const FriendStatus = z.enum(FRIEND_STATUSES)
export type FriendStatus = z.infer<typeof FriendStatus>

/** A member in a list, with the viewer's relationship to them; a visitor has none. */
export const Person = z.extend(PublicProfile, {
  /** Null also when the viewer may not see the profile (G22). */
  bio: z.nullable(z.string()),
  isFollowing: z.boolean(),
  isFollowedBy: z.boolean(),
  friendStatus: FriendStatus,
})
export type Person = z.infer<typeof Person>

export const searchMembers = endpoint({
  access: 'anyone',
  method: 'GET',
  path: '/api/profiles',
  summary: 'Members by username or display name, the nearest 20; from two characters on (G45)',
  query: z.object({ search: z._default(z.string().check(z.trim(), z.maxLength(100)), '') }),
  response: z.object({ data: z.array(Person) }),
  budget: 'search',
})

/** The limit when counting the games of a suggested active member. */
export const COUNTED_GAMES_MAX = 1000

/**
 * Why a member is suggested: friends or games in common, or recent activity; `count` is the number of friends or games.
 */
const Reason = z.object({ kind: z.enum(['mutual_friends', 'same_games', 'active']), count: z.number() })
export const SuggestedPerson = z.extend(Person, { reason: Reason })
export type SuggestedPerson = z.infer<typeof SuggestedPerson>

export const listSuggestions = endpoint({
  access: 'member',
  method: 'GET',
  path: '/api/profiles/suggestions',
  summary:
    'Ten members to get to know: friends of friends, then same games, then the fullest shelves of who is active (G45)',
  response: z.object({ data: z.array(SuggestedPerson) }),
})

const Relationship = z.object({
  isFollowing: z.boolean(),
  isFollowedBy: z.boolean(),
  friendStatus: FriendStatus,
  /** True when either of the two has blocked the other. */
  blocked: z.boolean(),
  viewerCan: z.object({ follow: z.boolean(), befriend: z.boolean(), block: z.boolean(), unblock: z.boolean() }),
})

export const getRelationship = endpoint({
  access: 'member',
  method: 'GET',
  path: '/api/profiles/:userId/relationship',
  summary: 'What the viewer and another member are to each other',
  params: z.object({ userId: UserId }),
  response: Relationship,
  refusals: ['member_not_found'],
})

const FOLLOW_LISTS = ['following', 'followers'] as const
export type FollowList = (typeof FOLLOW_LISTS)[number]

export const listFollows = endpoint({
  access: 'member',
  method: 'GET',
  path: '/api/followers',
  summary: 'Whom the viewer follows, or who follows the viewer, newest first',
  query: z.object({
    list: z.catch(z._default(z.enum(FOLLOW_LISTS), 'following'), 'following'),
    cursor: z.optional(z.string()),
  }),
  response: z.object({ data: z.array(Person), total: z.number(), nextCursor: z.nullable(z.string()) }),
})

/** The lists of people around a member. */
const CIRCLE_LISTS = ['friends', 'following', 'followers'] as const
export type CircleList = (typeof CIRCLE_LISTS)[number]

const CIRCLE_PAGE_SIZE = 24
/** Limits the pages, because an offset is slower the more rows it skips. */
export const CIRCLE_PAGES_MAX = 200
const count = (most: number, fallback: number) =>
  z.catch(z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(most)), fallback), fallback)

const CirclePart = z.object({ page: count(CIRCLE_PAGES_MAX, 1), limit: count(100, CIRCLE_PAGE_SIZE), as: viewAs })
/** `total` also counts the people that the viewer may not see and `data` leaves out. */
const CirclePage = z.object({ data: z.array(Person), total: z.number(), hasMore: z.boolean() })
const CIRCLE_REFUSALS = ['validation_failed', 'PGRST116', '42501', 'PGRST301']

export const listProfileFriends = endpoint({
  access: 'anyone',
  method: 'GET',
  path: '/api/profiles/:handle/friends',
  summary: 'Who a member is friends with: those first whom the viewer knows, then the newest',
  params: OneProfile,
  query: CirclePart,
  response: CirclePage,
  refusals: CIRCLE_REFUSALS,
  budget: 'profile-read',
})

export const listProfileFollowing = endpoint({
  access: 'anyone',
  method: 'GET',
  path: '/api/profiles/:handle/following',
  summary: 'Whom a member follows: those first whom the viewer knows, then the newest',
  params: OneProfile,
  query: CirclePart,
  response: CirclePage,
  refusals: CIRCLE_REFUSALS,
  budget: 'profile-read',
})

export const listProfileFollowers = endpoint({
  access: 'anyone',
  method: 'GET',
  path: '/api/profiles/:handle/followers',
  summary: 'Who follows a member: those first whom the viewer knows, then the newest',
  params: OneProfile,
  query: CirclePart,
  response: CirclePage,
  refusals: CIRCLE_REFUSALS,
  budget: 'profile-read',
})
