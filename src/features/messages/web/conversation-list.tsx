import { useInfiniteQuery } from '@tanstack/react-query'
import { messagesHref } from '#features/friends/friends.rules.ts'
import type { UserId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/class-names.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { LIST_FAILED } from '#web/ui/error-texts.ts'
import { FacesSkeleton } from '#web/ui/list-skeletons.tsx'
import { MoreButton } from '#web/ui/more-button.tsx'
import { CONVERSATION_TEXTS } from '../conversation.texts.ts'
import type { Conversation } from '../messages.contract.ts'
import { unreadBadge } from '../messages.rules.ts'
import { MESSAGE_DELETED, MESSAGES_SAFE } from '../messages.texts.ts'
import { conversationsOf, conversationsQuery } from './messages.api.ts'

/** Renders the member's conversations, the latest first (G12). */
export function ConversationList({ open, viewerId }: { open: UserId | null; viewerId: UserId }) {
  const list = useInfiniteQuery(conversationsQuery())
  if (list.isPending) return <ConversationsSkeleton />
  if (!list.data)
    return (
      <div className="px-2.5">
        <ErrorState level={2} text={`${MESSAGES_SAFE} ${LIST_FAILED}`} onRetry={() => void list.refetch()} />
      </div>
    )
  const conversations = conversationsOf(list.data)
  if (conversations.length === 0)
    return (
      <div className="px-2.5">
        <EmptyState
          level={2}
          title="No messages yet"
          text={CONVERSATION_TEXTS.none}
          link={{ href: '/profile/friends#find-people', label: CONVERSATION_TEXTS.findPeople }}
        />
      </div>
    )
  return (
    <>
      <ul className="grid grid-cols-1 gap-0.5">
        {conversations.map((one) => (
          <li key={one.member.id}>
            <Row conversation={one} isOpen={one.member.id === open} viewerId={viewerId} />
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </>
  )
}

function Row(props: { conversation: Conversation; isOpen: boolean; viewerId: UserId }) {
  const { member, last, unread } = props.conversation
  const name = memberName(member)
  const isUnread = unread > 0
  return (
    <a
      href={messagesHref(member.id)}
      aria-current={props.isOpen ? 'page' : undefined}
      className={cx(
        'grid grid-cols-[44px_minmax(0,1fr)] items-center gap-x-3 rounded-control px-2.5 py-2.5 hover:bg-surface-2',
        props.isOpen && 'bg-surface-2',
      )}
    >
      <Avatar id={member.id} name={name} src={member.avatar_url} size={44} />
      <span className="grid min-w-0 gap-0.5">
        <span className="flex min-w-0 items-baseline gap-2">
          <bdi className={cx('min-w-0 flex-1 truncate text-15', isUnread ? 'font-[700]' : 'font-[600]')}>{name}</bdi>
          <Ago at={last.created_at} className="flex-none text-12 text-text-3" />
        </span>
        <span className="flex min-w-0 items-center gap-2">
          <span className={cx('min-w-0 flex-1 truncate text-13', isUnread ? 'text-text' : 'text-text-2')}>
            {last.sender_id === props.viewerId && 'You: '}
            <bdi>{last.content ?? MESSAGE_DELETED}</bdi>
          </span>
          {isUnread && (
            <span className="num flex-none rounded-full bg-solid px-1.75 text-12 leading-[20px] font-[650] text-on-solid">
              {unreadBadge(unread)}
              <span className="visually-hidden"> unread</span>
            </span>
          )}
        </span>
      </span>
    </a>
  )
}

const ConversationsSkeleton = () => (
  <FacesSkeleton
    count={6}
    className="grid gap-y-5 px-2.5 py-3"
    row="grid grid-cols-[44px_minmax(0,1fr)] items-center gap-x-3"
    face="size-11"
    lines={['h-3.5 w-2/5', 'h-3 w-4/5']}
  />
)
