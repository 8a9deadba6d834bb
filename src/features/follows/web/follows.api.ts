import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { profileKeys } from '#features/profiles/web/profiles.api.ts'
import type { UserId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { publish } from '#web/slots.tsx'
import { quietError } from '#web/web.slots.ts'
import { followMember, isUserFollowing, unfollowMember } from '../follows.contract.ts'

export const followsKeys = {
  all: ['follows'] as const,
  /** Whether the viewer follows this member: the same wherever a button stands. */
  state: (userId: UserId) => ['follows', 'state', userId] as const,
  /** The viewer's own lists. */
  lists: ['follows', 'lists'] as const,
}

/** Whether the viewer follows a member; for who shows one member and has not been told. */
export const followStateQuery = (viewerId: UserId, userId: UserId) =>
  queryOptions({
    queryKey: followsKeys.state(userId),
    queryFn: ({ client, signal }) =>
      call(isUserFollowing, { body: { follower_uuid: viewerId, following_uuid: userId } }, { client, signal }),
  })

interface Wish {
  userId: UserId
  follow: boolean
  /** What it is now, where no state is kept yet. */
  now: boolean
}

/** Shown at once, and put back exactly when it did not come to be. Such a failure is only logged (R-FOLLOW-05). */
export const followMutation = () =>
  mutationOptions({
    mutationFn: async ({ userId, follow }: Wish, { client }): Promise<void> => {
      if (follow) await call(followMember, { body: { following_id: userId } }, { client })
      else await call(unfollowMember, { params: { userId } }, { client })
    },
    onMutate: async ({ userId, follow, now }, { client }) => {
      const key = followsKeys.state(userId)
      await client.cancelQueries({ queryKey: key })
      const before = client.getQueryData<boolean>(key) ?? now
      client.setQueryData(key, follow)
      return { before }
    },
    onError: (error, { userId }, kept, { client }) => {
      client.setQueryData(followsKeys.state(userId), kept?.before)
      publish(quietError, new Error(`Following could not be changed: ${error.message}`, { cause: error }))
    },
    onSettled: (_done, _error, _wish, _kept, { client }) =>
      Promise.all([
        // Both are counted on their profiles, the viewer's own among them (C37).
        client.invalidateQueries({ queryKey: profileKeys.all }),
        // Whom one has just left stays in sight until one comes again: a press may have been a mistake.
        client.invalidateQueries({ queryKey: followsKeys.lists, refetchType: 'none' }),
      ]),
  })
