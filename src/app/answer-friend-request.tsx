import { useMutation, useQueryClient } from '@tanstack/react-query'
import { friendMutation } from '#features/friends/web/change-friend.ts'
import type { Notification } from '#features/notifications/notifications.contract.ts'
import { nameOf } from '#features/notifications/notifications.rules.ts'
import { notificationsKeys } from '#features/notifications/web/unread.api.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'

/**
 * Accepts or declines a friend request in its notification. The notification then disappears, so a toast confirms the
 * result.
 */
export function AnswerFriendRequest({ line, onAnswered }: { line: Notification; onAnswered: () => void }) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation(friendMutation())
  const [actor] = line.actors
  if (!actor) return null
  const name = nameOf(actor)
  // A promise, because the notification may be unmounted before the response arrives.
  const answer = async (step: 'accept' | 'decline', title: string) => {
    if (isPending) return
    try {
      await mutateAsync({ userId: actor.id, step })
      toast({ title })
      onAnswered()
    } catch {
      // The mutation has shown the error.
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
