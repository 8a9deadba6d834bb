import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Notification } from '#features/notifications/notifications.contract.ts'
import { notificationsKeys } from '#features/notifications/web/unread.api.ts'
import { memberName } from '#shared/member-name.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { PEOPLE_TEXTS } from '../people.texts.ts'
import { friendMutation } from './change-friend.ts'

/** Answers a friend request in its notification. The line disappears with the answer, so a toast says what was done. */
export function AnswerFriendRequest({ line, onAnswered }: { line: Notification; onAnswered: () => void }) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation(friendMutation())
  const [actor] = line.actors
  if (!actor) return null
  const name = memberName(actor)
  // `mutateAsync`, because the line may be unmounted before the server answers.
  const answer = async (step: 'accept' | 'decline', title: string) => {
    if (isPending) return
    try {
      await mutateAsync({ userId: actor.id, step })
      toast({ title })
      onAnswered()
    } catch {
      // The mutation shows its own toast.
    }
    void client.invalidateQueries({ queryKey: notificationsKeys.all })
  }
  return (
    <span className="flex gap-2">
      <Button
        kind="solid"
        aria-label={`Accept ${name}`}
        onClick={() => void answer('accept', PEOPLE_TEXTS.nowFriends(name))}
      >
        Accept
      </Button>
      <Button
        kind="quiet"
        aria-label={`Decline ${name}`}
        onClick={() => void answer('decline', `${name}’s request is declined`)}
      >
        Decline
      </Button>
    </span>
  )
}
