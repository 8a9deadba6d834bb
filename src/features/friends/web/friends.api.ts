import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { followsKeys } from '#features/follows/web/follows.api.ts'
import type { ViewAs } from '#features/profiles/profiles.contract.ts'
import { profileKeys } from '#features/profiles/web/profiles.api.ts'
import type { UserId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { listFriendRequests, listFriends } from '../friends.contract.ts'
import {
  type CircleList,
  type FollowList,
  type FriendStatus,
  getRelationship,
  listFollows,
  listProfileFollowers,
  listProfileFollowing,
  listProfileFriends,
  listSuggestions,
  searchMembers,
} from '../people.contract.ts'

const all = ['friends'] as const

export const friendsKeys = {
  all,
  /** What the viewer made of a member since a list was read: the same wherever a button stands. */
  status: (userId: UserId) => [...all, 'status', userId] as const,
  list: [...all, 'list'] as const,
  requests: [...all, 'requests'] as const,
  suggestions: [...all, 'suggestions'] as const,
  search: (text: string) => [...all, 'search', text] as const,
  relationship: (userId: UserId) => [...all, 'relationship', userId] as const,
}

/** How long friends are waited for (R-FRIEND-12), in milliseconds. */
const FRIENDS_TIMEOUT_MS = 8_000

/** Friends, the latest first, a hundred at a time. What takes longer than 8 s is nobody, and no error (R-FRIEND-12). */
export const friendsQuery = () =>
  infiniteQueryOptions({
    queryKey: friendsKeys.list,
    queryFn: async ({ client, signal, pageParam }) => {
      const patience = AbortSignal.timeout(FRIENDS_TIMEOUT_MS)
      try {
        const query = { status: 'accepted' as const, ...(pageParam !== null && { cursor: pageParam }) }
        return await call(listFriends, { query }, { client, signal: AbortSignal.any([signal, patience]) })
      } catch (error) {
        if (signal.aborted || !patience.aborted) throw error
        return { data: [], total: 0, nextCursor: null }
      }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** Requests both ways; those that were received fifty at a time. */
export const requestsQuery = () =>
  infiniteQueryOptions({
    queryKey: friendsKeys.requests,
    queryFn: ({ client, signal, pageParam }) =>
      call(listFriendRequests, { query: pageParam === null ? {} : { cursor: pageParam } }, { client, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** Whom the viewer follows, or who follows the viewer. */
export const followsQuery = (list: FollowList) =>
  infiniteQueryOptions({
    queryKey: [...followsKeys.lists, list] as const,
    queryFn: ({ client, signal, pageParam }) =>
      call(listFollows, { query: { list, ...(pageParam !== null && { cursor: pageParam }) } }, { client, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })

/** The people around one member, as far as they are open to the viewer: whom the viewer knows first. */
export const circleQuery = (userId: UserId, list: CircleList, as: ViewAs | null) =>
  infiniteQueryOptions({
    queryKey: [...all, 'circle', userId, list, as] as const,
    queryFn: ({ client, signal, pageParam }) =>
      call(
        CIRCLES[list],
        { params: { handle: userId }, query: { page: pageParam, ...(as && { as }) } },
        { client, signal },
      ),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page: number) => (last.hasMore ? page + 1 : undefined),
  })

const CIRCLES = { friends: listProfileFriends, following: listProfileFollowing, followers: listProfileFollowers }

/** Ten members to get to know. They stay for as long as the page is open: a list should not change under the finger. */
export const suggestionsQuery = () =>
  queryOptions({
    queryKey: friendsKeys.suggestions,
    queryFn: ({ client, signal }) => call(listSuggestions, {}, { client, signal }),
  })

export const memberSearchQuery = (text: string) =>
  queryOptions({
    queryKey: friendsKeys.search(text),
    queryFn: ({ client, signal }) => call(searchMembers, { query: { search: text } }, { client, signal }),
  })

/** What the viewer and one other member are to each other. */
export const relationshipQuery = (userId: UserId) =>
  queryOptions({
    queryKey: friendsKeys.relationship(userId),
    queryFn: ({ client, signal }) => call(getRelationship, { params: { userId } }, { client, signal }),
  })

/** What a change of one friend touches: lists, and how many there are on both profiles (C37). Suggestions are left as they are, but for who is asked next time. */
export async function refreshFriends(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: friendsKeys.list }),
    client.invalidateQueries({ queryKey: friendsKeys.requests }),
    client.invalidateQueries({ queryKey: [...all, 'relationship'] }),
    client.invalidateQueries({ queryKey: profileKeys.all }),
  ])
}

export type { FriendStatus }
