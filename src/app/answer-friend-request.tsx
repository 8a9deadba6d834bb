import { useMutation, useQueryClient } from '@tanstack/react-query'
import { friendMutation } from '#features/friends/web/change-friend.ts'
import type { Notification } from '#features/notifications/notifications.contract.ts'
import { notificationsKeys } from '#features/notifications/web/unread.api.ts'
import { memberName } from '#shared/member-name.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'

/** Answers a friend request in the line that tells of it. The line goes with the answer, so a toast says what was done. */
export function AnswerFriendRequest({ line, onAnswered }: { line: Notification; onAnswered: () => void }) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation(friendMutation())
  const [actor] = line.actors
  if (!actor) return null
  const name = memberName(actor)
  // A promise, because the line may be gone before the answer has come.
  const answer = async (step: 'accept' | 'decline', title: string) => {
    if (isPending) return
    try {
      await mutateAsync({ userId: actor.id, step })
      toast({ title })
      onAnswered()
    } catch {
      // The mutation has said so.
    }
    void client.invalidateQueries({ queryKey: notificationsKeys.all })
  }
  return (
    <span className="flex gap-2">
      <Button
        kind="solid"
        aria-label={`Accept ${name}`}
        onClick={() => void answer('accept', `You and ${name} are friends now`)}
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
