import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { WAITING_FAILED } from '#features/admin/admin.texts.ts'
import { call } from '#web/call.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PagedList } from '#web/ui/paged-list.tsx'
import { toast } from '#web/ui/toasts.ts'
import { showFailure } from '#web/write-failure.ts'
import { decideHeld } from '../forum.endpoints.ts'
import { threadPath } from '../forum.rules.ts'
import type { HeldItem } from '../forum-shapes.schemas.ts'
import { HELD_POSTS_TEXTS } from '../held-posts.texts.ts'
import { forumKeys } from './forum.api.ts'
import { AuthorFace, AuthorName, ForumText, ForumTime } from './forum-parts.tsx'
import { heldQuery } from './held.api.ts'

/** The threads and posts that wait for a moderator, the longest waiting first. */
export function AdminForum() {
  const list = useInfiniteQuery(heldQuery())
  const items = list.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <PagedList
      list={list}
      isEmpty={items.length === 0}
      failed={WAITING_FAILED}
      empty={
        <EmptyState
          level={2}
          title="Nothing waits"
          text={HELD_POSTS_TEXTS.none}
          action={
            <ButtonLink kind="mine" href="/forum">
              Go to the forum
            </ButtonLink>
          }
        />
      }
    >
      <ul className="grid gap-4" aria-label="Waiting">
        {items.map((item) => (
          <li key={`${item.type} ${item.id}`}>
            <Held item={item} />
          </li>
        ))}
      </ul>
    </PagedList>
  )
}

function Held({ item }: { item: HeldItem }) {
  const [isDeleting, setDeleting] = useState(false)
  const { decide, isPending } = useDecision(item)
  return (
    <article className="panel gap-4" aria-label={`${item.type === 'thread' ? 'Thread' : 'Post in'} ${item.title}`}>
      <header className="flex items-center gap-3">
        <AuthorFace author={item.author} size={36} />
        <div className="grid min-w-0 flex-1 text-14">
          <AuthorName author={item.author} />
          <ForumTime at={item.created_at} className="text-13 text-text-3" />
        </div>
      </header>
      <p className="text-14 wrap-anywhere text-text-2">
        {item.type === 'thread' ? 'New thread: ' : 'Reply in '}
        <b className="text-text">{item.title}</b>
      </p>
      <ForumText html={item.html} />
      <footer className="flex flex-wrap gap-2 border-t border-line pt-4">
        <Button kind="solid" busy={isPending} onClick={() => void decide('approve')}>
          Approve
        </Button>
        <Button kind="danger" disabled={isPending} onClick={() => setDeleting(true)}>
          Delete
        </Button>
        <ButtonLink
          kind="quiet"
          className="md:ml-auto"
          href={item.type === 'thread' ? threadPath(item.thread_id) : `/forum/post/${item.id}`}
        >
          View it
        </ButtonLink>
      </footer>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title={`Delete this ${item.type}?`}
        text={HELD_POSTS_TEXTS.remove}
        confirmLabel="Delete"
        busyLabel="Deleting…"
        danger
        onConfirm={() => decide('delete')}
      />
    </article>
  )
}

/** Approves or deletes what waits. */
function useDecision(item: HeldItem) {
  const client = useQueryClient()
  const { mutateAsync, isPending } = useMutation({
    mutationFn: (decision: 'approve' | 'delete') =>
      call(decideHeld, { body: { type: item.type, id: item.id, decision } }, { client }),
  })
  /** Set at once, because a second press may come before the next rendering. */
  const isDeciding = useRef(false)
  const decide = async (decision: 'approve' | 'delete') => {
    if (isDeciding.current) return
    isDeciding.current = true
    try {
      await mutateAsync(decision)
      toast({ title: decision === 'approve' ? 'Everybody sees it now' : 'Deleted' })
    } catch (error) {
      showFailure('Nothing was changed', error)
    } finally {
      isDeciding.current = false
    }
    // Another moderator may have decided meanwhile.
    await Promise.all([
      client.invalidateQueries({ queryKey: forumKeys.held }),
      client.invalidateQueries({ queryKey: forumKeys.all, refetchType: 'none' }),
      client.invalidateQueries({ queryKey: ['admin', 'pages'] }),
    ])
  }
  return { decide, isPending }
}
