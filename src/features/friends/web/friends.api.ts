import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { followsKeys } from '#features/follows/web/follows.api.ts'
import type { ViewAs } from '#features/profiles/profiles.endpoints.ts'
import { profileKeys } from '#features/profiles/web/profile-keys.api.ts'
import type { UserId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { afterCursor, BY_CURSOR, BY_PAGE_NUMBER } from '#web/paging.ts'
import { listFriendRequests, listFriends } from '../friends.endpoints.ts'
import type { CircleList, FollowList, FriendStatus } from '../people.contract.ts'
import {
  getRelationship,
  listFollows,
  listProfileFollowers,
  listProfileFollowing,
  listProfileFriends,
  listSuggestions,
  SEARCH_MAX_LENGTH,
  SEARCH_MIN_LENGTH,
  searchMembers,
} from '../people.endpoints.ts'

const all = ['friends'] as const

export const friendsKeys = {
  all,
  /** The status after a change on this page; all buttons of the member share it. */
  status: (userId: UserId) => [...all, 'status', userId] as const,
  list: [...all, 'list'] as const,
  requests: [...all, 'requests'] as const,
  suggestions: [...all, 'suggestions'] as const,
  search: (text: string) => [...all, 'search', text] as const,
  relationship: (userId: UserId) => [...all, 'relationship', userId] as const,
}

/** The timeout for reading friends (R-FRIEND-12), in milliseconds. */
const FRIENDS_TIMEOUT_MS = 8_000

/**
 * Reads the friends, newest first, a hundred at a time. After a timeout of 8 s the list is empty, without an error
 * (R-FRIEND-12).
 */
export const friendsQuery = () =>
  infiniteQueryOptions({
    queryKey: friendsKeys.list,
    queryFn: async ({ client, signal, pageParam }) => {
      const timeout = AbortSignal.timeout(FRIENDS_TIMEOUT_MS)
      try {
        const query = { status: 'accepted' as const, ...afterCursor(pageParam) }
        return await call(listFriends, { query }, { client, signal: AbortSignal.any([signal, timeout]) })
      } catch (error) {
        if (signal.aborted || !timeout.aborted) throw error
        return { data: [], total: 0, nextCursor: null }
      }
    },
    ...BY_CURSOR,
  })

/** Reads the requests in both directions; received ones fifty at a time. */
export const requestsQuery = () =>
  infiniteQueryOptions({
    queryKey: friendsKeys.requests,
    queryFn: ({ client, signal, pageParam }) =>
      call(listFriendRequests, { query: afterCursor(pageParam) }, { client, signal }),
    ...BY_CURSOR,
  })

/** Reads the members that the viewer follows, or the viewer's followers. */
export const followsQuery = (list: FollowList) =>
  infiniteQueryOptions({
    queryKey: [...followsKeys.lists, list] as const,
    queryFn: ({ client, signal, pageParam }) =>
      call(listFollows, { query: { list, ...afterCursor(pageParam) } }, { client, signal }),
    ...BY_CURSOR,
  })

/** Reads the visible people around a member; people that the viewer knows come first. */
export const circleQuery = (userId: UserId, list: CircleList, as: ViewAs | null) =>
  infiniteQueryOptions({
    queryKey: [...all, 'circle', userId, list, as] as const,
    queryFn: ({ client, signal, pageParam }) =>
      call(
        CIRCLES[list],
        { params: { handle: userId }, query: { page: pageParam, ...(as && { as }) } },
        { client, signal },
      ),
    ...BY_PAGE_NUMBER,
  })

const CIRCLES = { friends: listProfileFriends, following: listProfileFollowing, followers: listProfileFollowers }

/** Reads ten suggested members. The list stays while the page is open, so that it does not change under the pointer. */
export const suggestionsQuery = () =>
  queryOptions({
    queryKey: friendsKeys.suggestions,
    queryFn: ({ client, signal }) => call(listSuggestions, {}, { client, signal }),
  })

/**
 * Searches members by the beginning of the typed text, of which a leading @ is ignored: an address may have a longer text than the
 * field. Disabled for fewer than two characters (G45).
 */
export function memberSearchQuery(typed: string) {
  const text = typed.trim().replace(/^@/, '').slice(0, SEARCH_MAX_LENGTH)
  return queryOptions({
    queryKey: friendsKeys.search(text),
    queryFn: ({ client, signal }) => call(searchMembers, { query: { search: text } }, { client, signal }),
    enabled: [...text].length >= SEARCH_MIN_LENGTH,
  })
}

/** Reads the viewer's relationship with one other member. */
export const relationshipQuery = (userId: UserId) =>
  queryOptions({
    queryKey: friendsKeys.relationship(userId),
    queryFn: ({ client, signal }) => call(getRelationship, { params: { userId } }, { client, signal }),
  })

/**
 * Invalidates what a changed friendship affects: lists, and the counts on both profiles (C37). Suggestions stay until
 * they are read again.
 */
export async function refreshFriends(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: friendsKeys.list }),
    client.invalidateQueries({ queryKey: friendsKeys.requests }),
    client.invalidateQueries({ queryKey: [...all, 'relationship'] }),
    client.invalidateQueries({ queryKey: profileKeys.all }),
  ])
}

export type { FriendStatus }
