import type { PushOfKind } from '#server/pushed-notification.ts'
import { onlyActor } from '#shared/notification.ts'
import { answerFriend } from '../../friends.endpoints.ts'

/** A friend request can be accepted in its push. */
export const FRIEND_REQUEST_PUSH: PushOfKind = {
  actionsOf(line) {
    const actor = onlyActor(line)
    if (actor === null) return []
    const path = answerFriend.path.replace(':id', actor)
    const request = { method: answerFriend.method, path, body: { status: 'accepted' } }
    return [{ action: 'accept', title: 'Accept', request }]
  },
}
