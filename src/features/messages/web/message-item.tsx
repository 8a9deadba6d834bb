import type { ReactNode } from 'react'
import { HoldNote } from '#features/moderation/web/moderation.widgets.tsx'
import { isWaiting } from '#shared/outbox.ts'
import { HIDDEN_BY_TEAM } from '#shared/sentences.ts'
import { AppealHere } from '#web/appeal.tsx'
import { Ago } from '#web/ui/ago.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { WaitingMark } from '#web/ui/waiting-mark.tsx'
import { CONVERSATION_TEXTS } from '../conversation.texts.ts'
import type { Message } from '../messages.contract.ts'
import { splitLinks } from '../messages.rules.ts'
import { MESSAGE } from '../messages.subject.ts'
import { MESSAGE_DELETED, ONLY_YOU_SEE_IT } from '../messages.texts.ts'
import type { Outgoing } from './conversation-draft.ts'

/**
 * Renders one message; the viewer's own messages are on the right. For screen readers a hidden text names the author.
 */
export function MessageItem(props: {
  message: Message
  isOwn: boolean
  who: string
  /** The last message of a group shows the time. */
  isLast: boolean
  isSeen: boolean
  onDelete: (message: Message) => void
  onReport: (message: Message) => void
}) {
  const { message, isOwn } = props
  const { content, viewerCan } = message
  const items = [
    ...(viewerCan.delete
      ? [{ label: 'Delete', icon: 'trash' as const, danger: true, onSelect: () => props.onDelete(message) }]
      : []),
    ...(viewerCan.report ? [{ label: 'Report', icon: 'flag' as const, onSelect: () => props.onReport(message) }] : []),
  ]
  return (
    <MessageRow isOwn={isOwn} isLast={props.isLast}>
      <div className={cx('group/message flex items-center gap-1', isOwn && 'flex-row-reverse')}>
        <Bubble isOwn={isOwn} who={props.who} text={content} />
        {items.length > 0 && (
          <MenuButton
            label="More about this message"
            tip=""
            align={isOwn ? 'end' : 'start'}
            className="icon-btn flex-none [@media(hover:hover)]:opacity-0 group-hover/message:opacity-100 focus-visible:opacity-100 aria-expanded:opacity-100"
            items={items}
          >
            <Icon name="dots" />
          </MenuButton>
        )}
      </div>
      {message.isHidden && (
        <p className="flex items-start gap-1.5 text-12 text-text-2">
          <Icon name="eye-off" className="mt-0.5 shrink-0" />
          <span>
            {HIDDEN_BY_TEAM} {ONLY_YOU_SEE_IT} <AppealHere kind={MESSAGE} id={message.id} />
          </span>
        </p>
      )}
      {message.hold && (
        <HoldNote hold={message.hold}>
          <AppealHere kind={MESSAGE} id={message.id} />
        </HoldNote>
      )}
      <When {...props} />
    </MessageRow>
  )
}

/** The time of a message, and whether it was seen or waits for a network. */
function When({ message, isLast, isSeen }: { message: Message; isLast: boolean; isSeen: boolean }) {
  if (!isLast && !isSeen && !isWaiting(message)) return null
  return (
    <p className="text-12 text-text-3">
      {isWaiting(message) ? <WaitingMark /> : <Ago at={message.created_at} />}
      {isSeen && ' · Seen'}
    </p>
  )
}

const ACTION = 'font-[600] underline underline-offset-3'

/** Renders a message that is being sent or could not be sent. */
export function OutgoingItem(props: {
  one: Outgoing
  /** Null when the thread accepts no messages any more. */
  can: { sendAgain: () => void; takeBack: () => void } | null
  onDiscard: () => void
}) {
  const { can } = props
  const { text, problem, waits } = props.one
  return (
    <MessageRow isOwn isLast>
      <Bubble isOwn who="You" text={text} isFaint={problem === null} />
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-1 text-13">
        {problem === null ? (
          <p className="text-12 text-text-2">{waits ? CONVERSATION_TEXTS.waits : 'Sending…'}</p>
        ) : (
          <p className="flex items-center gap-1.5 text-danger" role="alert">
            <Icon name="alert" />
            Not sent. {problem}
          </p>
        )}
        {can && problem !== null && (
          <button type="button" className={ACTION} onClick={can.sendAgain}>
            Try again
          </button>
        )}
        {can && (problem !== null || waits) && (
          <button type="button" className={ACTION} onClick={can.takeBack}>
            Edit
          </button>
        )}
        {!can && problem !== null && (
          <button type="button" className={ACTION} onClick={props.onDiscard}>
            Remove
          </button>
        )}
      </div>
    </MessageRow>
  )
}

function MessageRow({ isOwn, isLast, children }: { isOwn: boolean; isLast: boolean; children: ReactNode }) {
  return (
    <li
      className={cx(
        'grid gap-1',
        isOwn ? 'justify-items-end pl-10' : 'justify-items-start pr-10',
        isLast ? 'pb-3' : 'pb-1',
      )}
    >
      {children}
    </li>
  )
}

function Bubble(props: { isOwn: boolean; who: string; text: string | null; isFaint?: boolean }) {
  if (props.text === null)
    return (
      <p className="rounded-panel border border-line px-3 py-2 text-14 text-text-2">
        <span className="visually-hidden">{props.who}: </span>
        {MESSAGE_DELETED}
      </p>
    )
  return (
    <p
      dir="auto"
      className={cx(
        'min-w-0 max-w-[64ch] rounded-panel px-3 py-2 text-15 leading-[1.45] [overflow-wrap:anywhere] whitespace-pre-wrap',
        props.isOwn ? 'bg-surface-3' : 'bg-surface-2',
        props.isFaint && 'opacity-75',
      )}
    >
      <span className="visually-hidden">{props.who}: </span>
      <Text text={props.text} />
    </p>
  )
}

/** Renders text with web addresses as links. */
function Text({ text }: { text: string }) {
  let at = 0
  return splitLinks(text).map(({ text: piece, href }) => {
    const key = at
    at += piece.length
    return href === null ? (
      piece
    ) : (
      <a
        key={key}
        href={href}
        target="_blank"
        rel="nofollow ugc noopener noreferrer"
        className="underline underline-offset-3"
      >
        {piece}
      </a>
    )
  })
}
