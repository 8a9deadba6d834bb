import type { QueryClient } from '@tanstack/react-query'
import { followsKeys } from '#features/follows/web/follows.api.ts'
import type { UserId } from '#shared/ids.ts'
import {
  type FriendStatus,
  followsQuery,
  friendsKeys,
  friendsQuery,
  refreshFriends,
  relationshipQuery,
  requestsQuery,
} from './friends.api.ts'

/**
 * Refreshes everything about the viewer's relationships after a changed request, friendship, follow or block. The list
 * of followed members and the suggestions refresh only when they are opened again: the viewer's own clicks also cause
 * this event, and must not remove a row under the pointer.
 */
export async function refreshPeople(client: QueryClient): Promise<void> {
  await Promise.all([
    refreshFriends(client),
    client.invalidateQueries({ queryKey: [...friendsKeys.all, 'circle'] }),
    client.invalidateQueries({ queryKey: [...followsKeys.all, 'state'] }),
    client.invalidateQueries({ queryKey: followsQuery('followers').queryKey }),
    client.invalidateQueries({ queryKey: followsQuery('following').queryKey, refetchType: 'none' }),
  ])
  await refreshButtons(client)
}

/**
 * Updates the buttons. The status of a change on this page (`friendsKeys.status`) takes precedence over the lists, so
 * it must change with them.
 */
async function refreshButtons(client: QueryClient): Promise<void> {
  const set = (id: UserId, status: FriendStatus) => client.setQueryData(friendsKeys.status(id), status)
  const known = new Set<UserId>()
  const requests = client.getQueryData(requestsQuery().queryKey)?.pages ?? []
  for (const { id } of requests.flatMap((page) => page.received)) {
    set(id, 'pending_received')
    known.add(id)
  }
  for (const { id } of client.getQueryData(friendsQuery().queryKey)?.pages.flatMap((page) => page.data) ?? []) {
    set(id, 'accepted')
    known.add(id)
  }
  client.removeQueries({ queryKey: [...friendsKeys.all, 'status'], type: 'inactive' })
  const shown = client.getQueryCache().findAll({ queryKey: [...friendsKeys.all, 'status'], type: 'active' })
  const others = shown.flatMap(({ queryKey, state }) => {
    const id = queryKey[2] as UserId
    return state.data === undefined || known.has(id) ? [] : [id]
  })
  await Promise.all(
    others.map(async (id) => {
      const relationship = await client.fetchQuery({ ...relationshipQuery(id), staleTime: 0 }).catch(() => null)
      if (relationship) set(id, relationship.friendStatus)
    }),
  )
}
