import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import type { UserId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { subjectRef } from '#shared/subject.ts'
import { CallError } from '#web/call.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { ReportHere } from '#web/report.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button, ButtonLink, IconButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useIsHydrated, useNow } from '#web/use-env.ts'
import { CONVERSATION_TEXTS, oneAnswer, onlyAnswers } from '../conversation.texts.ts'
import type { Message, Partner } from '../messages.contract.ts'
import { MESSAGE } from '../messages.subject.ts'
import { discardOutgoing, moveToDraft, retrySend, useConversationDraft } from './conversation-draft.ts'
import { MessageBox } from './message-box.tsx'
import { MessageItem, OutgoingItem } from './message-item.tsx'
import { messagesOf, type ThreadParts, threadQuery } from './messages.api.ts'
import { daysOf } from './thread-days.ts'
import { type EarlierMessages, useArrivalAnnouncement, useEarlier, useMarkRead, useScrollAnchor } from './use-thread.ts'

const DeleteMessageDialog = lazyLoaded(() => import('./delete-message-dialog.tsx'), 'DeleteMessageDialog')

/**
 * Renders the thread with one other member and the box to write in it (G12). The caller sets the member as key, so that
 * another member starts with fresh state.
 */
export function Thread({ userId, viewerId }: { userId: UserId; viewerId: UserId }) {
  const thread = useInfiniteQuery(threadQuery(userId))
  if (thread.isPending) return <ThreadSkeleton />
  if (!thread.data) {
    const isMissing = thread.error instanceof CallError && [400, 404].includes(thread.error.status)
    return (
      <div className="grid content-start gap-2 px-4 py-6">
        <BackLink />
        {isMissing ? (
          <EmptyState
            level={2}
            title="Nobody to write to"
            text={thread.error.message}
            action={<ButtonLink href="/messages">All messages</ButtonLink>}
          />
        ) : (
          <ErrorState level={2} text={CONVERSATION_TEXTS.notLoaded} onRetry={() => void thread.refetch()} />
        )}
      </div>
    )
  }
  return <Loaded thread={thread} first={thread.data} userId={userId} viewerId={viewerId} />
}

function Loaded(props: { thread: EarlierMessages; first: ThreadParts; userId: UserId; viewerId: UserId }) {
  const { thread, userId, viewerId } = props
  const client = useQueryClient()
  const now = useNow()
  const isHydrated = useIsHydrated()
  const messages = messagesOf(props.first)
  const pair = { from: viewerId, to: userId }
  const conversation = useConversationDraft(pair)
  const [deleted, setDeleted] = useState<Message | null>(null)
  const [reported, setReported] = useState<Message | null>(null)
  const [latest] = props.first.pages
  const { member, closed } = latest ?? { member: null, closed: null }
  const name = member ? memberName(member) : ''
  const storedKeys = new Set(messages.map(({ key }) => key))
  const outgoing = conversation.outgoing.filter(({ key }) => !storedKeys.has(key))
  const { scroller, toEnd, isAway } = useScrollAnchor(messages.at(-1)?.id ?? '', outgoing.length)
  const arrived = useArrivalAnnouncement(messages, userId, name)
  useMarkRead(userId, messages)
  const earlier = useEarlier(thread, props.first.pages.length)
  if (!member) return null
  const lastOwn = messages.findLast(({ sender_id }) => sender_id === viewerId)
  const days = daysOf(messages, now, isHydrated)
  return (
    <>
      <Head member={member} name={name} />
      <div className="relative min-h-0 flex-1">
        <section
          ref={scroller}
          aria-label={`Messages with ${name}`}
          // The list can be scrolled with the keyboard, too.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
          tabIndex={0}
          className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain px-4 [overflow-anchor:none]"
        >
          <div className="pt-4 pb-2">
            {thread.hasNextPage && (
              <div className="grid justify-items-center gap-2 pb-4">
                {thread.isFetchNextPageError && !earlier.isWanted && (
                  <p className="text-13 text-danger" role="alert">
                    {CONVERSATION_TEXTS.earlierNotLoaded}
                  </p>
                )}
                <Button kind="line" busy={earlier.isWanted} busyLabel="Loading…" onClick={earlier.load}>
                  {thread.isFetchNextPageError ? 'Try again' : 'Show earlier messages'}
                </Button>
              </div>
            )}
            {messages.length === 0 && outgoing.length === 0 && (
              <EmptyState
                level={2}
                title={closed ? 'Nothing written' : 'The beginning'}
                text={closed ? CONVERSATION_TEXTS.noMessages : CONVERSATION_TEXTS.sayHello(name)}
              />
            )}
            {days.map((day) => (
              <div key={day.day}>
                <h3 className="fact flex items-center gap-3 py-3 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                  {day.label}
                </h3>
                <ol>
                  {day.messages.map(({ message, isLast }) => (
                    <MessageItem
                      key={message.id}
                      message={message}
                      isOwn={message.sender_id === viewerId}
                      who={message.sender_id === viewerId ? 'You' : name}
                      isLast={isLast}
                      isSeen={message === lastOwn && message.read_at !== null && message.content !== null}
                      onDelete={setDeleted}
                      onReport={setReported}
                    />
                  ))}
                </ol>
              </div>
            ))}
            {outgoing.length > 0 && (
              <ol aria-label="Not sent yet">
                {outgoing.map((one) => (
                  <OutgoingItem
                    key={one.key}
                    one={one}
                    can={
                      closed
                        ? null
                        : {
                            sendAgain: () => retrySend(client, pair, one.key),
                            takeBack: () => moveToDraft(pair, one.key),
                          }
                    }
                    onDiscard={() => discardOutgoing(pair, one.key)}
                  />
                ))}
              </ol>
            )}
          </div>
        </section>
        {isAway && (
          <Button kind="solid" className="absolute! bottom-3 left-1/2 -translate-x-1/2" icon="down" onClick={toEnd}>
            New messages
          </Button>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {arrived}
      </p>
      <div className="px-4">
        {closed ? (
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-4 text-14 text-text-2">
            <Icon name="lock" />
            {closed.sentence}
            {closed.isOwnBlock && (
              <a className="underline underline-offset-3" href="/settings/privacy">
                You have blocked them
              </a>
            )}
          </p>
        ) : (
          <>
            {(latest?.isOpenForOne || latest?.onlyAnswers) && (
              <p className="pb-2 text-13 text-text-2">{latest.isOpenForOne ? oneAnswer(name) : onlyAnswers(name)}</p>
            )}
            <MessageBox pair={pair} name={name} onSend={toEnd} />
          </>
        )}
      </div>
      {deleted && (
        <Suspense>
          <DeleteMessageDialog message={deleted} userId={userId} onClose={() => setDeleted(null)} />
        </Suspense>
      )}
      <ReportHere
        request={reported && { subject: subjectRef(MESSAGE, reported.id), name: `the message by ${name}` }}
        onClose={() => setReported(null)}
      />
    </>
  )
}

function BackLink() {
  return <IconButtonLink icon="left" label="All messages" href="/messages" className="md:hidden" />
}

function Head({ member, name }: { member: Partner; name: string }) {
  const { isGone, ...profile } = member
  return (
    <header className="flex min-w-0 items-center gap-3 border-b border-line px-4 py-2.5">
      <BackLink />
      <Avatar id={member.id} name={name} src={member.avatar_url} size={36} />
      <h2 className="min-w-0 flex-1 truncate text-16 font-[700]">
        {isGone ? (
          name
        ) : (
          <MemberLink member={profile} className="underline-offset-3 hover:underline">
            <bdi>{name}</bdi>
          </MemberLink>
        )}
      </h2>
    </header>
  )
}

function ThreadSkeleton() {
  return (
    <div role="status" className="flex min-h-0 flex-1 flex-col">
      <span className="visually-hidden">Loading</span>
      <div className="flex items-center gap-3 border-b border-line px-4 py-2.5">
        <Skeleton round className="size-9" />
        <Skeleton className="h-4 w-40" />
      </div>
      <div className="grid flex-1 content-end gap-3 p-4">
        <Skeleton className="h-10 w-2/5 rounded-panel!" />
        <Skeleton className="h-16 w-1/2 justify-self-end rounded-panel!" />
        <Skeleton className="h-10 w-1/3 rounded-panel!" />
        <Skeleton className="h-10 w-2/5 justify-self-end rounded-panel!" />
      </div>
    </div>
  )
}
