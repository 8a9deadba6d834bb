import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useMembersOnly } from '#features/accounts/web/accounts.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import { memberName } from '#shared/member-name.ts'
import { isWaiting } from '#shared/outbox.ts'
import type { SubjectType } from '#shared/subject.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { subjectOfAnswer } from '#web/subjects.ts'
import type { Comment, Reply } from '../comments.contract.ts'
import { EMPTY_DRAFT } from '../comments.rules.ts'
import { REPLY_TEXTS, SIGN_IN_TO_COMMENT } from '../comments.texts.ts'
import { CommentItem } from './comment-item.tsx'
import { type CommentBoard, type CommentDraft, commentsOf, repliesQuery } from './comments.api.ts'
import { useCommentReport } from './report-comment.tsx'

const CommentForm = lazyLoaded(() => import('./comment-form.tsx'), 'CommentForm')
const DeleteDialog = lazyLoaded(() => import('./delete-comment-dialog.tsx'), 'DeleteCommentDialog')

export type CommentActs = ReturnType<typeof useCommentActs>

/** Returns what a list of comments shares: which one is answered, reported or deleted, and the drafts of replies. */
export function useCommentActs(of: { type: SubjectType; gameId: GameId | null; board: CommentBoard }) {
  const [deleting, setDeleting] = useState<Reply | null>(null)
  const [answering, setAnswering] = useState<{ to: Reply; button: HTMLElement } | null>(null)
  const [drafts, setDrafts] = useState<Readonly<Record<string, CommentDraft>>>({})
  // They stay in view, although a comment comes with its first replies only.
  const [written, setWritten] = useState<readonly Reply[]>([])
  const { report, dialog } = useCommentReport()
  const asMember = useMembersOnly()
  return {
    ...of,
    answering: answering?.to ?? null,
    drafts,
    written,
    report,
    remove: setDeleting,
    answer(to: Reply, button: HTMLElement) {
      if (answering?.to.id === to.id) return setAnswering(null)
      const begin = () => setAnswering({ to, button })
      asMember(SIGN_IN_TO_COMMENT, begin, begin)
    },
    closeForm() {
      setAnswering(null)
      answering?.button.focus()
    },
    keepDraft: (id: string, draft: CommentDraft) => setDrafts((before) => ({ ...before, [id]: draft })),
    addWritten: (reply: Reply) => setWritten((before) => [...before, reply]),
    dialogs: (
      <>
        {dialog}
        <Suspense>
          {deleting && (
            <DeleteDialog
              comment={deleting}
              type={of.type}
              board={of.board}
              onDeleted={({ id }) => setWritten((before) => before.filter((reply) => reply.id !== id))}
              onClose={() => setDeleting(null)}
            />
          )}
        </Suspense>
      </>
    ),
  }
}

/** Shows a comment with the replies to it (decision 0120). */
export function CommentThread({ comment, acts }: { comment: Comment; acts: CommentActs }) {
  return (
    <li>
      <Answerable comment={comment} acts={acts} />
      {comment.replies_count > 0 && <Replies comment={comment} acts={acts} />}
    </li>
  )
}

/** Shows a comment or a reply, and below it the field in which the viewer answers it. */
function Answerable({ comment, acts }: { comment: Reply; acts: CommentActs }) {
  const isAnswered = acts.answering?.id === comment.id
  return (
    <>
      <CommentItem
        comment={comment}
        type={acts.type}
        onDelete={acts.remove}
        onReport={acts.report}
        onReply={acts.answer}
        isAnswered={isAnswered}
      />
      {isAnswered && (
        <div className="comment-answer">
          <Suspense>
            <CommentForm
              subject={subjectOfAnswer(acts.type, comment)}
              gameId={acts.gameId}
              board={acts.board}
              draft={acts.drafts[comment.id] ?? EMPTY_DRAFT}
              onDraft={(draft) => acts.keepDraft(comment.id, draft)}
              autoFocus
              answers={{
                id: comment.id,
                topId: comment.parent_id ?? comment.id,
                name: memberName(comment.user),
                onClose: acts.closeForm,
              }}
              onPosted={(reply) => {
                // What waits for a network gets another id when it is sent.
                if (!isWaiting(reply)) acts.addWritten(reply)
                acts.closeForm()
              }}
            />
          </Suspense>
        </div>
      )}
    </>
  )
}

/** Shows the first replies, then all of them on request, and those that the viewer has written here. */
function Replies({ comment, acts }: { comment: Comment; acts: CommentActs }) {
  const [isAll, setAll] = useState(false)
  const all = useInfiniteQuery({
    ...repliesQuery(subjectOfAnswer(acts.type, comment), comment.id),
    enabled: isAll,
  })
  const loaded = (isAll && all.data?.pages) || [{ data: comment.replies }]
  const written = acts.written.filter(({ parent_id }) => parent_id === comment.id)
  const replies = commentsOf([...loaded, { data: written }])
  const list = useRef<HTMLUListElement>(null)
  const waitFrom = useFocusOnNew(list, replies.length)
  const left = comment.replies_count - replies.length
  const showMore = () => {
    waitFrom(replies.length)
    if (isAll) void (all.data ? all.fetchNextPage() : all.refetch())
    else setAll(true)
  }
  const name = comment.gone === null ? REPLY_TEXTS.repliesTo(memberName(comment.user)) : REPLY_TEXTS.replies
  return (
    <>
      {replies.length > 0 && (
        <ul ref={list} className="replies" aria-label={name}>
          {replies.map((reply) => (
            <li key={reply.id} tabIndex={-1} className="outline-none">
              <Answerable comment={reply} acts={acts} />
            </li>
          ))}
        </ul>
      )}
      {left > 0 && (
        <button type="button" className="comments-more replies-more" aria-busy={all.isFetching} onClick={showMore}>
          {all.isError ? REPLY_TEXTS.tryAgain : REPLY_TEXTS.more(left)}
        </button>
      )}
      <p className="comment-note" role="status">
        {all.isError && REPLY_TEXTS.notLoaded}
      </p>
    </>
  )
}

/** Returns a function after whose call the first item beyond `from` gets the focus as soon as it is there. */
function useFocusOnNew(list: React.RefObject<HTMLElement | null>, count: number): (from: number) => void {
  const from = useRef<number | null>(null)
  useEffect(() => {
    if (from.current === null || count <= from.current) return
    const first = list.current?.children[from.current]
    from.current = null
    if (first instanceof HTMLElement) first.focus({ preventScroll: true })
  }, [count, list])
  return (at) => {
    from.current = at
  }
}
