import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { BlockDialog } from '#features/blocks/web/blocks.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import type { Presence } from '#web/ui/avatar.tsx'
import { IconButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { LIST_FAILED } from '#web/ui/error-texts.ts'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import { DotsButton } from '#web/ui/menu-button.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import type { Friend } from '../friends.contract.ts'
import { messagesHref } from '../friends.rules.ts'
import { PEOPLE_TEXTS } from '../people.texts.ts'
import { ringOf } from '../presence.rules.ts'
import { friendMutation } from './change-friend.ts'
import { RemoveDialog } from './friend-button.tsx'
import { friendsQuery } from './friends.api.ts'
import { FriendBubble } from './friends.widgets.tsx'
import { PersonRow } from './person-row.tsx'

/** The bubbles show playing members first, then online ones. More than `BUBBLES` of them would push the list down. */
const HERE: readonly Presence[] = ['gaming', 'online']
const BUBBLES = 12

/**
 * Lists all friends by the date of the friendship, newest first, each with a ring (R-FRIEND-13..15), and above them those
 * who are here as bubbles.
 */
export function FriendList() {
  const list = useInfiniteQuery(friendsQuery())
  if (list.isPending) return <RowsSkeleton count={5} />
  if (!list.data)
    return (
      <ErrorState level={2} text={`${PEOPLE_TEXTS.friendsSafe} ${LIST_FAILED}`} onRetry={() => void list.refetch()} />
    )
  const friends = list.data.pages.flatMap(({ data }) => data)
  if (friends.length === 0)
    return (
      <EmptyState
        level={2}
        title="No friends yet"
        text={PEOPLE_TEXTS.noFriends}
        link={{ href: '#find-people', label: 'Find people' }}
      />
    )
  const here = HERE.flatMap((ring) => friends.filter((friend) => ringOf(friend) === ring)).slice(0, BUBBLES)
  return (
    <>
      {here.length > 0 && (
        <ul
          className="-mx-2 flex gap-1 overflow-x-auto [scrollbar-width:none] px-1 pt-1 pb-4 md:flex-wrap md:gap-x-3 md:overflow-visible"
          aria-label="Who is here"
        >
          {here.map((friend) => (
            <li key={friend.id}>
              <FriendBubble friend={friend} size="lg" showsPlaying />
            </li>
          ))}
        </ul>
      )}
      <ul aria-label="Friends">
        {friends.map((friend) => (
          <FriendRow key={friend.id} friend={friend} />
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  )
}

function FriendRow({ friend }: { friend: Friend }) {
  const { mutate } = useMutation(friendMutation())
  const [asking, setAsking] = useState<'remove' | 'block' | null>(null)
  const name = memberName(friend)
  const close = () => setAsking(null)
  return (
    <PersonRow
      person={friend}
      presence={ringOf(friend)}
      place="inline"
      line={<WhereNow friend={friend} />}
      text={friend.bio}
      actions={
        <>
          <IconButtonLink icon="mail" label={`Message ${name}`} href={messagesHref(friend.id)} />
          <DotsButton
            label={`More about ${name}`}
            tip=""
            items={[
              { label: 'Remove friend', icon: 'x', danger: true, onSelect: () => setAsking('remove') },
              { label: 'Block', icon: 'block', danger: true, onSelect: () => setAsking('block') },
            ]}
          />
          {asking === 'remove' && (
            <RemoveDialog name={name} onClose={close} onConfirm={() => mutate({ userId: friend.id, step: 'remove' })} />
          )}
          {asking === 'block' && <BlockDialog userId={friend.id} name={name} onClose={close} />}
        </>
      }
    />
  )
}

function WhereNow({ friend }: { friend: Friend }) {
  const { status, currentGame } = friend.presence
  if (currentGame)
    return (
      <>
        Playing{' '}
        <a href={`/game/${currentGame.id}`} className="text-text underline-offset-3 hover:underline">
          {currentGame.name}
        </a>
      </>
    )
  return status === 'online' ? 'Online' : null
}
