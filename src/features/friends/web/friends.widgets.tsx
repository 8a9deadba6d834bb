import { useMutation } from '@tanstack/react-query'
import { counted, gamesText, numberText } from '#shared/counted.ts'
import { memberName } from '#shared/member-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import type { Friend, FriendRequest } from '../friends.contract.ts'
import { messagesHref, shortNameOf } from '../friends.rules.ts'
import { PLAYING_LABEL, REQUEST_TEXTS } from '../friends.texts.ts'
import type { Person, SuggestedPerson } from '../people.contract.ts'
import { COUNTED_GAMES_MAX } from '../people.endpoints.ts'
import { ringOf } from '../presence.rules.ts'
import { friendMutation } from './change-friend.ts'
import { PersonRow, profileHref } from './person-row.tsx'

export { FriendButton } from './friend-button.tsx'

const SIZES = { sm: 36, md: 44, lg: 56 } as const
const STATE_WORDS = { gaming: 'playing', online: 'online', offline: 'offline' } as const

/**
 * A friend as a round picture: the ring shows whether they are online and play (R-FRIEND-13..17), and a text for screen
 * readers too.
 */
export function FriendBubble(props: {
  friend: Pick<Friend, 'id' | 'username' | 'display_name' | 'avatar_url'> &
    Partial<Pick<Friend, 'presence' | 'currentGame'>> & { online_status?: string }
  size?: keyof typeof SIZES
  /** Shows the word Playing below the name of a friend who is playing. */
  showsPlaying?: boolean
}) {
  const { friend, size = 'md' } = props
  const ring = ringOf(friend)
  const game = friend.presence?.currentGame ?? friend.currentGame
  return (
    <a
      href={profileHref(friend)}
      // Positioned, so that hidden content does not overflow a scrolling row.
      className={cx('group relative grid justify-items-center gap-1.5 text-center', size === 'lg' ? 'w-20' : 'w-16')}
      data-tip={game ? `Playing ${game.name}` : undefined}
      data-size={size}
      data-ring={ring}
    >
      <span className="p-1">
        <Avatar id={friend.id} name={memberName(friend)} src={friend.avatar_url} size={SIZES[size]} presence={ring} />
      </span>
      <span
        className={cx('w-full truncate font-semibold group-hover:underline', size === 'lg' ? 'text-14' : 'text-12')}
      >
        {shortNameOf(friend)}
      </span>
      <span className="visually-hidden">, {STATE_WORDS[ring]}</span>
      {props.showsPlaying && ring === 'gaming' && (
        <span className="-mt-1.5 text-12 text-text-2" aria-hidden="true">
          {PLAYING_LABEL}
        </span>
      )}
    </a>
  )
}

/** A received request with its two buttons, or a sent request with the cancel button (R-FRIEND-18, R-FRIEND-19). */
export function FriendRequestRow({ request, type }: { request: FriendRequest; type: 'received' | 'sent' }) {
  const { mutate, isPending } = useMutation(friendMutation())
  const name = memberName(request)
  const go = (step: 'accept' | 'decline' | 'cancel') => {
    if (!isPending) mutate({ userId: request.id, step })
  }
  return (
    <PersonRow
      person={request}
      line={REQUEST_TEXTS[type]}
      actions={
        type === 'received' ? (
          <>
            <Button kind="solid" aria-label={`Accept ${name}`} onClick={() => go('accept')}>
              Accept
            </Button>
            <Button kind="quiet" aria-label={`Decline ${name}`} onClick={() => go('decline')}>
              Decline
            </Button>
          </>
        ) : (
          <Button kind="quiet" aria-label={`Cancel the request to ${name}`} onClick={() => go('cancel')}>
            Cancel
          </Button>
        )
      }
    />
  )
}

const shelfText = (count: number) =>
  count >= COUNTED_GAMES_MAX ? `${numberText(COUNTED_GAMES_MAX)}+ games` : gamesText(count)

/** Returns the reason of a suggestion as a text. */
export function reasonOf({ kind, count }: SuggestedPerson['reason']): string {
  if (kind === 'mutual_friends') return counted(count, 'friend in common', 'friends in common')
  if (kind === 'same_games') return counted(count, 'game in common', 'games in common')
  return shelfText(count)
}

const TEXT_LINK = 'tap inline-block py-0.5 leading-6 underline underline-offset-3'

/**
 * A suggested member (R-FRIEND-20). The default variant has the bio and the buttons to write, to view, and with
 * `onSendRequest` to befriend; the compact variant has the name and `actions`.
 */
export function SuggestionRow(props: {
  person: Person & Partial<Pick<SuggestedPerson, 'reason'>>
  variant?: 'default' | 'compact'
  onSendRequest?: () => void
  actions?: React.ReactNode
}) {
  const { person, variant = 'default', onSendRequest } = props
  const name = memberName(person)
  const isCompact = variant === 'compact'
  return (
    <PersonRow
      person={person}
      place="below"
      line={person.reason && reasonOf(person.reason)}
      text={isCompact ? null : person.bio}
      actions={
        <>
          {props.actions}
          {!isCompact && onSendRequest && (
            <Button icon="people" aria-label={`Add friend: ${name}`} onClick={onSendRequest}>
              Add friend
            </Button>
          )}
          {!isCompact && (
            <span className="flex basis-full gap-4 text-13 font-[600]">
              <a className={TEXT_LINK} href={messagesHref(person.id)} aria-label={`Message ${name}`}>
                Message
              </a>
              <a className={TEXT_LINK} href={profileHref(person)} aria-label={`View profile of ${name}`}>
                View profile
              </a>
            </span>
          )}
        </>
      }
    />
  )
}
