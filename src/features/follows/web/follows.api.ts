import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
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

/** The state of the last response. Pending clicks on one member share it. */
interface PendingFollows {
  serverState: boolean
}

const changeKey = (userId: UserId) => ['follows', 'change', userId] as const

/**
 * Follows or unfollows a member optimistically. Clicks are sent one after the other, and the last one counts; after the
 * last response the button shows the server's last state, so a failed click leaves no trace. A failure is only logged
 * (R-FOLLOW-05). `before`: the state when the cache has none. `onChange` hears each change of the shown state, for
 * counts beside the button.
 */
export const followMutation = (userId: UserId, before: boolean, onChange?: (isFollowing: boolean) => void) =>
  mutationOptions({
    mutationKey: changeKey(userId),
    scope: { id: changeKey(userId).join(':') },
    mutationFn: async (follow: boolean, { client }): Promise<void> => {
      if (follow) await call(followMember, { body: { following_id: userId } }, { client })
      else await call(unfollowMember, { params: { userId } }, { client })
    },
    onMutate: async (follow, { client }): Promise<PendingFollows> => {
      const key = followsKeys.state(userId)
      const pending = pendingFollows(client, userId) ?? { serverState: client.getQueryData<boolean>(key) ?? before }
      onChange?.(follow)
      await client.cancelQueries({ queryKey: key })
      client.setQueryData(key, follow)
      return pending
    },
    onSuccess: (_done, follow, pending) => {
      pending.serverState = follow
    },
    onError: (error) => {
      publish(quietError, new Error(`Following could not be changed: ${error.message}`, { cause: error }))
    },
    // Nobody waits for the new answers.
    onSettled: (_done, _error, follow, pending, { client }) => {
      if (client.isMutating({ mutationKey: changeKey(userId) }) > 1) return
      if (pending && pending.serverState !== follow) {
        onChange?.(pending.serverState)
        client.setQueryData(followsKeys.state(userId), pending.serverState)
      }
      // The profiles of both members show counts, the viewer's own among them (C37).
      void client.invalidateQueries({ queryKey: profileKeys.all })
      // An unfollowed member stays in the list until the page is opened again, in case the click was a mistake.
      void client.invalidateQueries({ queryKey: followsKeys.lists, refetchType: 'none' })
    },
  })

/** Returns the server state that earlier pending clicks on the member share. */
function pendingFollows(client: QueryClient, userId: UserId): PendingFollows | undefined {
  const pending = client.getMutationCache().findAll({ mutationKey: changeKey(userId), status: 'pending' })
  return pending
    .map(({ state }) => state.context as PendingFollows | undefined)
    .find((follows) => follows !== undefined)
}
