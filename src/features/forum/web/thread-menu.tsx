import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useMembersOnly, useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { SIGN_IN_TO_REPORT } from '#shared/reported.texts.ts'
import { subjectRef } from '#shared/subject.ts'
import { call } from '#web/call.ts'
import { copyLink } from '#web/copy.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { ReportHere } from '#web/report.tsx'
import { Button } from '#web/ui/button.tsx'
import { DotsButton } from '#web/ui/menu-button.tsx'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import { toast } from '#web/ui/toasts.ts'
import { useIsHydrated } from '#web/use-env.ts'
import { showFailure } from '#web/write-failure.ts'
import { editThread } from '../forum.endpoints.ts'
import { threadPath } from '../forum.rules.ts'
import { THREAD } from '../forum.subject.ts'
import { FORUM_TEXTS } from '../forum.texts.ts'
import type { ForumThread } from '../forum-shapes.schemas.ts'
import { THREAD_TEXTS } from '../thread.texts.ts'
import { forumKeys, staleLists, subscriptionMutation } from './forum.api.ts'

const dialogs = () => import('./forum-dialogs.tsx')
const DeleteThreadDialog = lazyLoaded(dialogs, 'DeleteThreadDialog')
const MoveThreadDialog = lazyLoaded(dialogs, 'MoveThreadDialog')
const ThreadVersionsDialog = lazyLoaded(() => import('./versions-dialog.tsx'), 'ThreadVersionsDialog')

/** Subscribes to the thread, or ends it. */
export function SubscribeButton({ thread }: { thread: ForumThread }) {
  const { mutate, isPending } = useMutation(subscriptionMutation(thread.id))
  const asMember = useMembersOnly()
  const isHydrated = useIsHydrated()
  const isOn = thread.is_subscribed
  const toggle = () =>
    mutate(!isOn, {
      onSuccess: ({ is_subscribed }) =>
        toast({ title: is_subscribed ? THREAD_TEXTS.subscribed : THREAD_TEXTS.unsubscribed }),
      onError: (error) => showFailure(isOn ? 'You are still subscribed' : 'You are not subscribed', error),
    })
  const subscribe = () => !isOn && toggle()
  return (
    <Button
      icon={isOn ? 'check' : 'bell'}
      aria-pressed={isOn}
      disabled={!isHydrated}
      onClick={() => !isPending && asMember(FORUM_TEXTS.signIn, toggle, subscribe)}
    >
      {isOn ? 'Subscribed' : 'Subscribe'}
    </Button>
  )
}

/** The menu of a thread: its author edits and deletes it, others report it, moderators pin, lock, move and delete it. */
export function ThreadMenu({ thread, onEdit }: { thread: ForumThread; onEdit: () => void }) {
  const [open, setOpen] = useState<'delete' | 'move' | 'versions' | 'report' | null>(null)
  const asMember = useMembersOnly()
  const { viewerCan, viewerMay, pinned, locked } = thread
  const isVisitor = useViewer() === null
  // A visitor signs in first (C12).
  const mayReport = isVisitor || viewerCan.report
  const close = () => setOpen(null)
  const report = () => setOpen('report')

  const moderate = useModeration(thread)

  const items: MenuEntry[] = [
    { label: 'Copy link', icon: 'link', onSelect: () => void copyLink(threadPath(thread.id)) },
  ]
  if (viewerCan.edit) items.push({ label: 'Edit', icon: 'pen', onSelect: onEdit })
  if (viewerCan.seeVersions && thread.edited_at)
    items.push({ label: 'Earlier versions', icon: 'clock', onSelect: () => setOpen('versions') })
  if (mayReport)
    items.push({ label: 'Report', icon: 'flag', onSelect: () => asMember(SIGN_IN_TO_REPORT, report, report) })
  if (viewerMay.moderate)
    items.push(
      'separator',
      {
        label: pinned ? 'Unpin' : 'Pin',
        icon: 'pin',
        onSelect: () => void moderate({ pinned: !pinned }, pinned ? 'Thread unpinned' : 'Thread pinned'),
      },
      {
        label: locked ? 'Unlock' : 'Lock',
        icon: 'lock',
        onSelect: () => void moderate({ locked: !locked }, locked ? 'Thread unlocked' : 'Thread locked'),
      },
      { label: 'Move', icon: 'right', onSelect: () => setOpen('move') },
    )
  if (viewerCan.delete) items.push({ label: 'Delete', icon: 'trash', danger: true, onSelect: () => setOpen('delete') })
  return (
    <>
      <DotsButton label="More about this thread" tip="More" items={items} />
      <Suspense>
        {open === 'delete' && <DeleteThreadDialog thread={thread} onClose={close} />}
        {open === 'move' && <MoveThreadDialog thread={thread} onClose={close} />}
        {open === 'versions' && <ThreadVersionsDialog thread={thread} onClose={close} />}
      </Suspense>
      <ReportHere
        request={
          open === 'report'
            ? { subject: subjectRef(THREAD, thread.id), name: `the thread by ${memberName(thread.author)}` }
            : null
        }
        onClose={close}
      />
    </>
  )
}

/** Returns a function that pins or locks a thread, or undoes it. */
function useModeration(thread: ForumThread) {
  const client = useQueryClient()
  return async (body: { pinned?: boolean; locked?: boolean }, done: string) => {
    try {
      const answer = await call(editThread, { params: { threadId: thread.id }, body }, { client })
      client.setQueryData(forumKeys.thread(thread.id), answer.thread)
      void staleLists(client)
      toast({ title: done })
    } catch (error) {
      showFailure('Nothing was changed', error)
    }
  }
}
