import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useRef } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { contributionsTo } from '#web/slots.tsx'
import { findSubjectKind } from '#web/subjects.ts'
import { Ago } from '#web/ui/ago.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { withReactionMarks } from '#web/ui/reaction-mark.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { Notification } from '../notifications.contract.ts'
import { namePartsOf } from '../notifications.rules.ts'
import { NOTIFICATION_NOT_SAVED } from '../notifications.texts.ts'
import { markRead } from './notifications.api.ts'
import { notificationAnswers, notificationKinds } from './notifications.slots.ts'

/** Returns a function that marks lines as read, and shows a toast when that fails. */
export function useMarkRead(): (which: Notification | 'all') => void {
  const client = useQueryClient()
  return (which) =>
    void markRead(client, which).catch(() => toast({ title: 'Still unread', description: NOTIFICATION_NOT_SAVED }))
}

export function NotificationList(props: {
  lines: readonly Notification[]
  label?: string
  /** Called when the member opens a line. */
  onOpen?: () => void
}) {
  const read = useMarkRead()
  const list = useRef<HTMLUListElement>(null)
  // The line disappears with its answer, so the keyboard focus moves to the list.
  const onAnswered = useCallback(() => list.current?.focus({ preventScroll: true }), [])
  return (
    <ul ref={list} tabIndex={-1} aria-label={props.label ?? 'Notifications'} className="grid grid-cols-1 outline-none">
      {props.lines.map((line) => (
        <li key={line.id} className="border-t border-line first:border-t-0">
          <Way
            line={line}
            onOpen={() => {
              if (line.read_at === null) read(line)
              props.onOpen?.()
            }}
          >
            <Faces line={line} />
            <span className="min-w-0 self-center">
              {line.read_at === null && <span className="visually-hidden">Unread: </span>}
              <Sentence line={line} />
              <Ago at={line.created_at} className="mt-0.5 block text-13 text-text-3" />
            </span>
            <Poster line={line} />
            <span className={cx(line.read_at === null && 'unread-mark')} aria-hidden="true" />
          </Way>
          {contributionsTo(notificationAnswers).map(
            ({ type, Answer }) =>
              type === line.type && (
                <div key={type} className="-mt-1 min-h-12 pb-3 pl-13 pointer-coarse:min-h-14">
                  <Answer line={line} onAnswered={onAnswered} />
                </div>
              ),
          )}
        </li>
      ))}
    </ul>
  )
}

const subjectKindOf = (line: Notification) => findSubjectKind(line.subject?.type)

/** Undefined for a type that this page does not know, because the server is newer. */
const kindOf = (line: Notification) => contributionsTo(notificationKinds).find(({ type }) => type === line.type)

const ROW =
  'grid w-full grid-cols-[40px_minmax(0,1fr)_auto_12px] gap-x-3 rounded-control px-2 py-3 -mx-2 text-left box-content text-14 leading-[1.45] text-text-2'

/** A link when the line has an address, otherwise a button while the line is unread. */
function Way({ line, onOpen, children }: { line: Notification; onOpen: () => void; children: ReactNode }) {
  const href = kindOf(line)?.hrefOf(line, subjectKindOf(line)) ?? null
  if (href !== null)
    return (
      <a href={href} className={cx(ROW, 'hover:bg-surface-2')} onClick={onOpen}>
        {children}
      </a>
    )
  if (line.read_at === null)
    return (
      <button type="button" className={cx(ROW, 'hover:bg-surface-2')} onClick={onOpen}>
        {children}
      </button>
    )
  return <div className={ROW}>{children}</div>
}

/** Shows the poster of the game; the sentence contains its name. */
function Poster({ line }: { line: Notification }) {
  const game = line.subject?.game
  if (!game) return <span />
  return (
    <span className="poster w-9" aria-hidden="true">
      <Cover game={posterGame(game)} facts={false} />
    </span>
  )
}

/** Shows the names in bold, each isolated in its own writing direction. */
function Sentence({ line }: { line: Notification }) {
  const parts = namePartsOf(line)
  return (
    <span className="block break-words">
      {parts.length > 0 && (
        <>
          <b className="font-[650] text-text">
            {parts.map(({ text, id }) => (id === null ? text : <bdi key={id}>{text}</bdi>))}
          </b>{' '}
        </>
      )}
      <span className={parts.length > 0 ? undefined : 'text-text'}>
        {withReactionMarks(kindOf(line)?.predicateOf(line, subjectKindOf(line)) ?? line.sentence ?? '')}
      </span>
    </span>
  )
}

/** Shows one picture, or the first two of several; a notification by Savepoint itself has an icon. */
function Faces({ line }: { line: Notification }) {
  const [first, second] = line.actors
  if (!first)
    return (
      <span className="grid size-10 place-items-center rounded-full bg-surface-2 text-text-2">
        <Icon name={kindOf(line)?.icon ?? 'shield'} size={20} />
      </span>
    )
  if (!second) return <Avatar id={first.id} name={memberName(first)} src={first.avatar_url} size={40} />
  return (
    <span className="relative block size-10">
      <Avatar id={second.id} name={memberName(second)} src={second.avatar_url} size={24} className="[--z:28px]!" />
      <Avatar
        id={first.id}
        name={memberName(first)}
        src={first.avatar_url}
        size={24}
        className="absolute! right-0 bottom-0 [--z:28px]! shadow-[0_0_0_2px_var(--on,var(--bg))]"
      />
    </span>
  )
}
