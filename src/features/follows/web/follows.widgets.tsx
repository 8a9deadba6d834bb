import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { UserId } from '#shared/ids.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { followMutation, followStateQuery } from './follows.api.ts'

/**
 * The button Follow or Unfollow (R-MODAL-13). It changes at once; when the request fails it changes back without a
 * message (R-FOLLOW-05). A visitor is asked to sign in; on the viewer's own profile there is no button (R-FOLLOW-04).
 * `isFollowing`: the state, if the page contains it; without it the button reads it from the server. `onChange`: for
 * counts beside the button; called on a click, and again on a rollback.
 */
export function FollowButton(props: {
  userId: UserId
  /** The other member's name, for screen readers. */
  name: string
  isFollowing?: boolean | undefined
  onChange?: (isFollowing: boolean) => void
  className?: string
}) {
  const { userId, name, onChange } = props
  const viewer = useViewer()
  const { pathname, search } = useLocation()
  const isOther = viewer !== null && viewer.id !== userId
  const asked = useQuery({
    ...followStateQuery(viewer?.id ?? userId, userId),
    enabled: isOther && props.isFollowing === undefined,
  })
  const isFollowing = asked.data ?? props.isFollowing ?? false
  const { mutate } = useMutation(followMutation(userId, isFollowing, onChange))
  if (!viewer)
    return (
      <ButtonLink
        icon="user-plus"
        className={props.className}
        href={`/signin?redirect=${encodeURIComponent(pathname + search)}`}
        aria-label={`Follow ${name}`}
      >
        Follow
      </ButtonLink>
    )
  if (!isOther) return null
  const label = isFollowing ? 'Unfollow' : 'Follow'
  return (
    <Button
      icon={isFollowing ? 'minus' : 'user-plus'}
      kind={isFollowing ? 'line' : 'plain'}
      className={props.className}
      aria-label={`${label} ${name}`}
      onClick={() => mutate(!isFollowing)}
    >
      {label}
    </Button>
  )
}
