import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { UserId } from '#shared/ids.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { followMutation, followStateQuery } from './follows.api.ts'

/**
 * Follow or Unfollow (R-MODAL-13). Answers at once; when the server declines it is as it was before, without a word
 * (R-FOLLOW-05). A visitor is asked to sign in; on the own profile there is none (R-FOLLOW-04).
 *
 * `isFollowing`: where the page knows already; without it the server is asked, for a member who is somebody else.
 * `onChange`: for counts beside it; told when it is clicked, and again when that is taken back.
 */
export function FollowButton(props: {
  userId: UserId
  /** Of the other, for who hears the button alone. */
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
  const { mutate, isPending } = useMutation(followMutation())
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
  const isFollowing = asked.data ?? props.isFollowing ?? false
  const toggle = () => {
    // A second click before the answer would race the first.
    if (isPending) return
    onChange?.(!isFollowing)
    mutate(
      { userId, follow: !isFollowing, now: isFollowing },
      {
        onError: () => onChange?.(isFollowing),
      },
    )
  }
  const label = isFollowing ? 'Unfollow' : 'Follow'
  return (
    <Button
      icon={isFollowing ? 'minus' : 'user-plus'}
      kind={isFollowing ? 'line' : 'plain'}
      className={props.className}
      aria-label={`${label} ${name}`}
      onClick={toggle}
    >
      {label}
    </Button>
  )
}
