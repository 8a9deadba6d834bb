import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import type { GameId } from '#shared/ids.ts'
import { NOTHING_LOST } from '#shared/sentences.ts'
import type { SubjectRef } from '#shared/subject.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { RowsSkeleton } from '#web/ui/list-skeletons.tsx'
import type { Comment } from '../comments.contract.ts'
import { COMMENT_LIST_TEXTS, DIALOG_TITLE } from '../comments.texts.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentThread, useCommentActs } from './comment-thread.tsx'
import { type CommentBoard, type CommentDraft, commentsOf, commentsQuery } from './comments.api.ts'

interface CommentsDialogProps {
  /** The subjects that the interface shows as one, the latest first. */
  subjects: readonly SubjectRef[]
  /** The subject of a new comment. */
  subject: SubjectRef
  gameId: GameId | null
  board: CommentBoard
  draft: CommentDraft
  onDraft: (draft: CommentDraft) => void
  onClose: () => void
}

/** Shows all comments, twenty at a time and newest last, and the form for a new one (R-ACT-13). */
export function CommentsDialog(props: CommentsDialogProps) {
  const thread = useInfiniteQuery(commentsQuery(props.subjects))
  const comments = commentsOf(thread.data?.pages ?? [])
  const acts = useCommentActs({ type: props.subject.subjectType, gameId: props.gameId, board: props.board })
  const end = useNewestInView(comments.at(-1))
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose()
      }}
      title={DIALOG_TITLE}
      footer={
        <CommentForm
          subject={props.subject}
          gameId={props.gameId}
          board={props.board}
          draft={props.draft}
          onDraft={props.onDraft}
        />
      }
    >
      {thread.isPending ? (
        <RowsSkeleton count={3} />
      ) : !thread.data ? (
        <ErrorState title={COMMENT_LIST_TEXTS.notLoaded} text={NOTHING_LOST} onRetry={() => void thread.refetch()} />
      ) : comments.length === 0 ? (
        <EmptyState title="No comments yet" text={COMMENT_LIST_TEXTS.none} />
      ) : (
        <ul className="grid gap-2 text-14 text-text-2 outline-none" aria-label="Comments" tabIndex={-1}>
          {thread.hasNextPage && <Earlier list={thread} />}
          {comments.map((comment) => (
            <CommentThread key={comment.id} comment={comment} acts={acts} />
          ))}
          <li ref={end} aria-hidden="true" />
        </ul>
      )}
      {/* Inside, so that a press in an inner dialog does not count as one outside this dialog. */}
      {acts.dialogs}
    </Dialog>
  )
}

/** Returns the ref of the end of the list, and scrolls to it when the viewer has written a comment, or is there already. */
function useNewestInView(newest: Comment | undefined): RefObject<HTMLLIElement | null> {
  const end = useRef<HTMLLIElement>(null)
  const isAtEnd = useRef(true)
  const hasEnd = newest !== undefined
  useEffect(() => {
    if (!hasEnd || !end.current) return
    const observer = new IntersectionObserver(([entry]) => {
      isAtEnd.current = entry?.isIntersecting ?? true
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasEnd])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reader starts at the newest comment
  useLayoutEffect(() => {
    // New comments of other members do not scroll a reader who is further up.
    if (isAtEnd.current || newest?.viewerCan.delete) end.current?.scrollIntoView({ block: 'nearest' })
  }, [newest?.id])
  return end
}

function Earlier({
  list,
}: {
  list: Pick<UseInfiniteQueryResult, 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>
}) {
  return (
    <li>
      <Button
        kind="quiet"
        busy={list.isFetchingNextPage}
        busyLabel="Loading…"
        onClick={() => void list.fetchNextPage()}
      >
        {list.isFetchNextPageError ? 'Try again' : 'Show earlier comments'}
      </Button>
    </li>
  )
}
