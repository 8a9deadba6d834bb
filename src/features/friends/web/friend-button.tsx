import { skipToken, useMutation, useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import type { UserId } from '#shared/ids.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import type { FriendStatus } from '../people.contract.ts'
import { PEOPLE_TEXTS } from '../people.texts.ts'
import { friendMutation } from './change-friend.ts'
import { friendsKeys, relationshipQuery } from './friends.api.ts'

const ConfirmDialog = lazyLoaded(() => import('#web/ui/dialog.tsx'), 'ConfirmDialog')

/**
 * The button for the viewer's friendship with a member: send, cancel, accept or decline a request, or end the
 * friendship. A visitor is asked to sign in; for the viewer's own id there is no button. `status`: the state, if the
 * page contains it; without it the button reads it from the server.
 */
export function FriendButton(props: { userId: UserId; name: string; status?: FriendStatus | undefined }) {
  const { userId, name } = props
  const viewer = useViewer()
  const { pathname, search } = useLocation()
  const isOther = viewer !== null && viewer.id !== userId
  const asked = useQuery({ ...relationshipQuery(userId), enabled: isOther && props.status === undefined })
  // Written by changes on this page; never fetched.
  const { data: changed } = useQuery<FriendStatus>({ queryKey: friendsKeys.status(userId), queryFn: skipToken })
  const { mutate, isPending } = useMutation(friendMutation())
  const [isAsking, setAsking] = useState(false)
  if (!viewer)
    return (
      <ButtonLink
        icon="people"
        href={`/signin?redirect=${encodeURIComponent(pathname + search)}`}
        aria-label={`Add friend: ${name}`}
      >
        Add friend
      </ButtonLink>
    )
  if (!isOther) return null
  const status = changed ?? props.status ?? asked.data?.friendStatus
  const go = (step: Parameters<typeof mutate>[0]['step']) => {
    if (!isPending) mutate({ userId, step })
  }
  switch (status) {
    case undefined:
      return null
    case 'none':
      if (props.status === undefined && asked.data?.viewerCan.befriend === false) return null
      return (
        <Button icon="people" aria-label={`Add friend: ${name}`} onClick={() => go('add')}>
          Add friend
        </Button>
      )
    case 'pending_sent':
      return (
        <Button kind="line" icon="clock" aria-label={`Cancel request to ${name}`} onClick={() => go('cancel')}>
          Cancel request
        </Button>
      )
    case 'pending_received':
      return <Answer name={name} onAccept={() => go('accept')} onDecline={() => go('decline')} />
    case 'accepted':
      return (
        <>
          <MenuButton
            label={`Friends with ${name}`}
            tip=""
            className="btn btn-line"
            align="end"
            items={[{ label: 'Remove friend', icon: 'x', danger: true, onSelect: () => setAsking(true) }]}
          >
            Friends
          </MenuButton>
          {isAsking && <RemoveDialog name={name} onClose={() => setAsking(false)} onConfirm={() => go('remove')} />}
        </>
      )
  }
}

function Answer({ name, onAccept, onDecline }: { name: string; onAccept: () => void; onDecline: () => void }) {
  return (
    <span className="inline-flex gap-2">
      <Button kind="solid" aria-label={`Accept ${name}`} onClick={onAccept}>
        Accept
      </Button>
      <Button kind="quiet" aria-label={`Decline ${name}`} onClick={onDecline}>
        Decline
      </Button>
    </span>
  )
}

/** Asks for confirmation, because a new friendship needs both members. */
export function RemoveDialog(props: { name: string; onClose: () => void; onConfirm: () => void }) {
  return (
    <Suspense>
      <ConfirmDialog
        open
        onOpenChange={(open) => !open && props.onClose()}
        title={PEOPLE_TEXTS.removeFriend(props.name)}
        text={PEOPLE_TEXTS.endFriendship}
        confirmLabel="Remove friend"
        danger
        onConfirm={props.onConfirm}
      />
    </Suspense>
  )
}
