import { type ComponentProps, Suspense, useEffect, useState } from 'react'
import { useMembersOnly, useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { numberText } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import type { SubjectRef } from '#shared/subject.ts'
import { lazyHydrated, lazyLoaded } from '#web/lazy-hydration.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Comment } from '../comments.contract.ts'
import { EMPTY_DRAFT, PREVIEWED, SHOWN_ON_CARD } from '../comments.rules.ts'
import { SIGN_IN_TO_COMMENT, threadTitle, viewAll } from '../comments.texts.ts'
import { CommentItem } from './comment-item.tsx'
import { CommentThread, useCommentActs } from './comment-thread.tsx'
import type { CommentBoard, CommentDraft } from './comments.api.ts'

const CommentsDialog = lazyLoaded(() => import('./comments-dialog.tsx'), 'CommentsDialog')
const OpenForm = lazyHydrated(() => import('./comment-form.tsx'), 'CommentForm')
const CommentForm = lazyLoaded(() => import('./comment-form.tsx'), 'CommentForm')

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
 * (R-ACT-13). 'thread' is the discussion on a page of its own: it has a heading, and for members the form is open.
 */
export type CommentsVariant = 'card' | 'inline' | 'thread'

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
    const begin = () => setOpen(variant === 'card' ? 'dialog' : 'form')
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
export function Comments(props: { threads: CommentThreads; state: CommentsState; variant: CommentsVariant }) {
  const { threads, state, variant } = props
  const isThread = variant === 'thread'
  const isMember = useViewer() !== null
  const shown = threads.comments.slice(variant === 'card' ? -SHOWN_ON_CARD : -PREVIEWED)
  const { subject, gameId, board } = threads
  const acts = useCommentActs({ type: subject.subjectType, gameId, board })
  const writing = { subject, gameId, board, draft: state.draft, onDraft: state.setDraft }
  return (
    <>
      {isThread && (threads.count > 0 || isMember) && (
        <h3 className="mt-6 text-16 font-[700]">{threadTitle(threads.count)}</h3>
      )}
      {threads.count > 0 && (
        <ul className={cx('comments outline-none', isThread && 'comments-thread')} aria-label="Comments" tabIndex={-1}>
          {shown.map((comment) =>
            variant === 'card' ? (
              <li key={comment.id}>
                <CommentItem
                  comment={comment}
                  type={subject.subjectType}
                  onDelete={acts.remove}
                  onReport={acts.report}
                />
              </li>
            ) : (
              <CommentThread key={comment.id} comment={comment} acts={acts} />
            ),
          )}
          {threads.count > countOf(shown, variant) && (
            <ViewAll count={threads.count} onPress={() => state.setOpen('dialog')} />
          )}
        </ul>
      )}
      {acts.dialogs}
      {isThread && isMember && <AlwaysOpen {...writing} isWanted={state.open === 'form'} />}
      <Suspense>
        {!isThread && state.open === 'form' && (
          <div className="mt-3">
            <CommentForm {...writing} autoFocus />
          </div>
        )}
        {state.open === 'dialog' && (
          <CommentsDialog {...writing} subjects={threads.subjects} onClose={() => state.setOpen(null)} />
        )}
      </Suspense>
    </>
  )
}

/** Returns how many of all comments these are; with their replies, which cards do not show. */
const countOf = (comments: readonly Comment[], variant: CommentsVariant): number =>
  comments.reduce(
    (sum, { gone, replies_count }) => sum + (gone === null ? 1 : 0) + (variant === 'card' ? 0 : replies_count),
    0,
  )

/** Shows the form of a thread. The button for a comment leads to its field. */
function AlwaysOpen({ isWanted, ...writing }: ComponentProps<typeof OpenForm> & { isWanted: boolean }) {
  return (
    <div className="mt-4">
      <OpenForm key={String(isWanted)} {...writing} autoFocus={isWanted} />
    </div>
  )
}

const ViewAll = ({ count, onPress }: { count: number; onPress: () => void }) => (
  <li>
    <button type="button" className="comments-more" onClick={onPress}>
      {viewAll(count)}
    </button>
  </li>
)
