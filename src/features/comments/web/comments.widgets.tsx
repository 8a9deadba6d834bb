import { Suspense, useEffect, useState } from 'react'
import { useMembersOnly } from '#features/accounts/web/accounts.widgets.tsx'
import { numberText } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import type { SubjectRef } from '#shared/subject.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Comment } from '../comments.contract.ts'
import { EMPTY_DRAFT, PREVIEWED, SHOWN_ON_CARD } from '../comments.rules.ts'
import { SIGN_IN_TO_COMMENT, viewAll } from '../comments.texts.ts'
import { CommentItem } from './comment-item.tsx'
import type { CommentBoard, CommentDraft } from './comments.api.ts'
import { useCommentReport } from './report-comment.tsx'

const CommentsDialog = lazyLoaded(() => import('./comments-dialog.tsx'), 'CommentsDialog')
const CommentForm = lazyLoaded(() => import('./comment-form.tsx'), 'CommentForm')
const DeleteDialog = lazyLoaded(() => import('./delete-comment-dialog.tsx'), 'DeleteCommentDialog')

/** The known comments on a subject, or on several that the interface shows as one. */
export interface CommentThreads {
  /** The latest first. */
  subjects: readonly SubjectRef[]
  /** The subject of a new comment. */
  subject: SubjectRef
  /** The game of the subjects; null if they have none. */
  gameId: GameId | null
  /** The last few, newest last. */
  comments: readonly Comment[]
  count: number
  board: CommentBoard
}

/**
 * 'card' shows two comments, and a dialog takes a new one; 'inline' shows three, and a form below them takes a new one
 * (R-ACT-13).
 */
export type CommentsVariant = 'card' | 'inline'

export type CommentsState = ReturnType<typeof useComments>

/**
 * Returns the state that the button and the comments share, which have different positions in a card. With `beginsOpen`
 * all comments are visible from the start, because the reader followed a link to them.
 */
export function useComments(beginsOpen = false) {
  const [open, setOpen] = useState<'dialog' | 'form' | null>(null)
  const [draft, setDraft] = useState<CommentDraft>(EMPTY_DRAFT)
  const asMember = useMembersOnly()
  useEffect(() => {
    if (beginsOpen) setOpen('dialog')
  }, [beginsOpen])
  const write = (variant: CommentsVariant) => {
    const begin = () => setOpen(variant === 'inline' ? 'form' : 'dialog')
    asMember(SIGN_IN_TO_COMMENT, begin, begin)
  }
  return { open, setOpen, draft, setDraft, write }
}

/** Opens the form or the dialog for a comment. */
export function CommentButton({
  threads,
  state,
  variant,
}: {
  threads: CommentThreads
  state: CommentsState
  variant: CommentsVariant
}) {
  const { count } = threads
  return (
    <button
      type="button"
      className="react-btn"
      aria-label={count === 0 ? 'Comment' : `Comment, ${count} so far`}
      data-tip={count === 0 ? undefined : 'Comment'}
      onClick={() => state.write(variant)}
    >
      <Icon name="chat" />
      <span className={count === 0 ? 'react-word' : 'num'}>{count === 0 ? 'Comment' : numberText(count)}</span>
    </button>
  )
}

/** Shows the last comments, the button for all of them, and the open form or dialog. */
export function Comments(props: {
  threads: CommentThreads
  state: CommentsState
  variant: CommentsVariant
  now: Date
}) {
  const { threads, state, variant, now } = props
  const [deleting, setDeleting] = useState<Comment | null>(null)
  const reporting = useCommentReport()
  const shown = threads.comments.slice(variant === 'inline' ? -PREVIEWED : -SHOWN_ON_CARD)
  const { subject, gameId, board } = threads
  const writing = { subject, gameId, board, draft: state.draft, onDraft: state.setDraft }
  return (
    <>
      {threads.count > 0 && (
        <ul className="comments outline-none" aria-label="Comments" tabIndex={-1}>
          {shown.map((comment) => (
            <CommentItem
              key={comment.id}
              comment={comment}
              type={subject.subjectType}
              now={now}
              onDelete={setDeleting}
              onReport={reporting.report}
            />
          ))}
          {threads.count > shown.length && (
            <li>
              <button type="button" className="comments-more" onClick={() => state.setOpen('dialog')}>
                {viewAll(threads.count)}
              </button>
            </li>
          )}
        </ul>
      )}
      {reporting.dialog}
      <Suspense>
        {state.open === 'form' && (
          <div className="mt-3">
            <CommentForm {...writing} autoFocus />
          </div>
        )}
        {state.open === 'dialog' && (
          <CommentsDialog {...writing} subjects={threads.subjects} now={now} onClose={() => state.setOpen(null)} />
        )}
        {deleting && (
          <DeleteDialog
            comment={deleting}
            type={threads.subject.subjectType}
            board={threads.board}
            onClose={() => setDeleting(null)}
          />
        )}
      </Suspense>
    </>
  )
}
