import { type InfiniteData, mutationOptions } from '@tanstack/react-query'
import type { UserId } from '#shared/ids.ts'
import { type AnswerOf, CallError, call } from '#web/call.ts'
import { toast } from '#web/ui/toasts.ts'
import type {} from '../friends.contract.ts'
import type { listFriendRequests, listFriends } from '../friends.endpoints.ts'
import { addFriend, answerFriend, removeFriend } from '../friends.endpoints.ts'
import { STORE_ERRORS } from '../friends.texts.ts'
import type { FriendStatus } from '../people.contract.ts'
import { friendsKeys, refreshFriends } from './friends.api.ts'

type FriendStep = 'add' | 'accept' | 'decline' | 'cancel' | 'remove'

export interface FriendChange {
  userId: UserId
  step: FriendStep
}

const STATUS_AFTER: Record<FriendStep, FriendStatus> = {
  add: 'pending_sent',
  accept: 'accepted',
  decline: 'none',
  cancel: 'none',
  remove: 'none',
}

const ERROR_AFTER: Record<FriendStep, string> = {
  add: STORE_ERRORS.add,
  accept: STORE_ERRORS.answer,
  decline: STORE_ERRORS.answer,
  cancel: STORE_ERRORS.remove,
  remove: STORE_ERRORS.remove,
}

type Requests = InfiniteData<AnswerOf<typeof listFriendRequests>>
type Friends = InfiniteData<AnswerOf<typeof listFriends>>

/**
 * Changes the friendship with one member. It updates buttons and lists optimistically and rolls back when the request
 * fails; then it shows the error and rethrows it (R-FRIEND-09..11).
 */
export const friendMutation = () =>
  mutationOptions({
    mutationFn: async ({ userId, step }: FriendChange, { client }): Promise<FriendStatus> => {
      if (step === 'add') {
        // The other member may have sent a request at the same time; then the two are friends.
        const link = await call(addFriend, { body: { friend_id: userId } }, { client })
        return link.status === 'accepted' ? 'accepted' : 'pending_sent'
      }
      if (step === 'accept' || step === 'decline') {
        const status = step === 'accept' ? 'accepted' : 'declined'
        await call(answerFriend, { params: { id: userId }, body: { status } }, { client })
      } else await call(removeFriend, { params: { id: userId } }, { client })
      return STATUS_AFTER[step]
    },
    onMutate: async ({ userId, step }, { client }) => {
      const keys = [friendsKeys.status(userId), friendsKeys.requests, friendsKeys.list]
      await Promise.all(keys.map((queryKey) => client.cancelQueries({ queryKey })))
      const before = keys.map((key) => [key, client.getQueryData(key)] as const)
      client.setQueryData(friendsKeys.status(userId), STATUS_AFTER[step])
      client.setQueryData<Requests>(friendsKeys.requests, (data) => data && withoutRequest(data, userId))
      if (step === 'remove')
        client.setQueryData<Friends>(friendsKeys.list, (data) => data && withoutFriend(data, userId))
      return { before }
    },
    onSuccess: (status, { userId }, _context, { client }) => {
      client.setQueryData(friendsKeys.status(userId), status)
    },
    onError: (error, { step }, context, { client }) => {
      for (const [key, data] of context?.before ?? []) {
        if (data === undefined) client.removeQueries({ queryKey: key, exact: true })
        else client.setQueryData(key, data)
      }
      const hasMessage = error instanceof CallError && error.status < 500
      toast({ title: ERROR_AFTER[step], tone: 'danger', ...(hasMessage && { description: error.message }) })
    },
    onSettled: (_done, _error, _input, _context, { client }) => refreshFriends(client),
  })

function withoutRequest(data: Requests, userId: UserId): Requests {
  const pages = data.pages.map((page) => ({
    ...page,
    received: page.received.filter(({ id }) => id !== userId),
    sent: page.sent.filter(({ id }) => id !== userId),
  }))
  return { ...data, pages }
}

function withoutFriend(data: Friends, userId: UserId): Friends {
  const pages = data.pages.map((page) => {
    const rest = page.data.filter(({ id }) => id !== userId)
    return { ...page, data: rest, total: page.total - (page.data.length - rest.length) }
  })
  return { ...data, pages }
}
