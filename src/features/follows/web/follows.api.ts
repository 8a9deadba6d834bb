import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { profileKeys } from '#features/profiles/web/profile-keys.api.ts'
import type { UserId } from '#shared/ids.ts'
import { call } from '#web/call.ts'
import { publish } from '#web/slots.tsx'
import { quietError } from '#web/web.slots.ts'
import { followMember, isUserFollowing, unfollowMember } from '../follows.endpoints.ts'

export const followsKeys = {
  all: ['follows'] as const,
  /** Whether the viewer follows this member; all buttons of the page share it. */
  state: (userId: UserId) => ['follows', 'state', userId] as const,
  /** The viewer's own lists. */
  lists: ['follows', 'lists'] as const,
}

/** Reads whether the viewer follows a member, for a page that does not contain it. */
export const followStateQuery = (viewerId: UserId, userId: UserId) =>
  queryOptions({
    queryKey: followsKeys.state(userId),
    queryFn: ({ client, signal }) =>
      call(isUserFollowing, { body: { follower_uuid: viewerId, following_uuid: userId } }, { client, signal }),
  })

interface Wish {
  userId: UserId
  follow: boolean
  /** The current state, when the cache has none. */
  now: boolean
}

/** Follows or unfollows optimistically, and rolls back when it fails. The failure is only logged (R-FOLLOW-05). */
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
    onError: (error, { userId }, context, { client }) => {
      client.setQueryData(followsKeys.state(userId), context?.before)
      publish(quietError, new Error(`Following could not be changed: ${error.message}`, { cause: error }))
    },
    // Nobody waits for the new answers: until the mutation ends, the button ignores clicks.
    onSettled: (_done, _error, _input, _onMutateResult, { client }) => {
      // The profiles of both members show counts, the viewer's own among them (C37).
      void client.invalidateQueries({ queryKey: profileKeys.all })
      // An unfollowed member stays in the list until the page is opened again, in case the click was a mistake.
      void client.invalidateQueries({ queryKey: followsKeys.lists, refetchType: 'none' })
    },
  })
