import * as z from 'zod/mini'
import { OneProfile, PublicProfile, viewAs } from '#features/profiles/profiles.contract.ts'
import { contract, numberUpTo } from '#shared/contract.ts'
import { UserId } from '#shared/ids.ts'
import * as endpoints from './people.endpoints.ts'

/** Finding members, and the viewer's relationship with them. */

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

export const searchMembers = contract(endpoints.searchMembers, {
  access: 'anyone',
  summary: 'Search members by username or display name, best 20 matches; from two characters on (G45)',
  query: z.object({ search: z._default(z.string().check(z.trim(), z.maxLength(endpoints.SEARCH_MAX_LENGTH)), '') }),
  response: z.object({ data: z.array(Person) }),
  budget: 'search',
})

/**
 * Why a member is suggested: friends or games in common, or recent activity; `count` is the number of friends or games.
 */
const Reason = z.object({ kind: z.enum(['mutual_friends', 'same_games', 'active']), count: z.number() })
export const SuggestedPerson = z.extend(Person, { reason: Reason })
export type SuggestedPerson = z.infer<typeof SuggestedPerson>

export const listSuggestions = contract(endpoints.listSuggestions, {
  access: 'member',
  summary:
    'Suggest ten members: friends of friends, then members with the same games, then active members with the most games (G45)',
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

export const getRelationship = contract(endpoints.getRelationship, {
  access: 'member',
  summary: 'Get the relationship between the viewer and another member',
  params: z.object({ userId: UserId }),
  response: Relationship,
  refusals: { 404: ['member_not_found'] },
})

const FOLLOW_LISTS = ['following', 'followers'] as const
export type FollowList = (typeof FOLLOW_LISTS)[number]

export const listFollows = contract(endpoints.listFollows, {
  access: 'member',
  summary: 'List the viewer’s following or followers, newest first',
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

const CirclePart = z.object({
  page: numberUpTo(CIRCLE_PAGES_MAX, 1),
  limit: numberUpTo(100, CIRCLE_PAGE_SIZE),
  as: viewAs,
})
/** `total` also counts the people that the viewer may not see and `data` leaves out. */
const CirclePage = z.object({ data: z.array(Person), total: z.number(), hasMore: z.boolean() })
const CIRCLE_REFUSALS = { 400: ['validation_failed'], 403: ['42501'], 404: ['PGRST116'], 429: ['PGRST301'] }

export const listProfileFriends = contract(endpoints.listProfileFriends, {
  access: 'anyone',
  summary: 'List a member’s friends: those the viewer knows first, then newest first',
  params: OneProfile,
  query: CirclePart,
  response: CirclePage,
  refusals: CIRCLE_REFUSALS,
  budget: 'profile-read',
})

export const listProfileFollowing = contract(endpoints.listProfileFollowing, {
  access: 'anyone',
  summary: 'List the members that a member follows: those the viewer knows first, then newest first',
  params: OneProfile,
  query: CirclePart,
  response: CirclePage,
  refusals: CIRCLE_REFUSALS,
  budget: 'profile-read',
})

export const listProfileFollowers = contract(endpoints.listProfileFollowers, {
  access: 'anyone',
  summary: 'List a member’s followers: those the viewer knows first, then newest first',
  params: OneProfile,
  query: CirclePart,
  response: CirclePage,
  refusals: CIRCLE_REFUSALS,
  budget: 'profile-read',
})
