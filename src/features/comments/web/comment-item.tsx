import { useQueryClient } from '@tanstack/react-query'
import { HoldNote } from '#features/moderation/web/moderation.widgets.tsx'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { markSentence } from '#features/spoilers/spoilers.texts.ts'
import { Fold } from '#features/spoilers/web/fold.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import type { SubjectType } from '#shared/subject.ts'
import { Ago } from '#web/ui/ago.tsx'
import { HiddenNote } from '#web/ui/hidden-note.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Comment } from '../comments.contract.ts'
import { revealComment } from './comments.api.ts'

interface FoldedProps {
  comment: Comment
  type: SubjectType
  fold: NonNullable<Comment['fold']>
}

/**
 * Shows one comment, in its own writing direction. Its author has a button that deletes it after a confirmation,
 * everybody else one that reports it.
 */
export function CommentItem(props: {
  comment: Comment
  /** The type of the comment's subject. */
  type: SubjectType
  onDelete: (comment: Comment) => void
  onReport: (comment: Comment) => void
}) {
  const { comment } = props
  return (
    <li className="comment">
      {comment.fold ? (
        <FoldedComment {...props} fold={comment.fold} />
      ) : (
        <p className="comment-text" dir="auto">
          <Author comment={comment} /> {comment.content}{' '}
          <Ago at={comment.created_at} isShort className="text-12 text-text-3" />
          {comment.spoils_to ? <span className="comment-mark"> {markSentence(comment.spoils_to)}</span> : null}
          {comment.isHidden && (comment.hold ? <HoldNote hold={comment.hold} /> : <HiddenNote />)}
        </p>
      )}
      {comment.viewerCan.delete ? (
        <button
          type="button"
          className="comment-action"
          aria-label="Delete comment"
          data-tip="Delete comment"
          onClick={() => props.onDelete(comment)}
        >
          <Icon name="trash" size={16} />
        </button>
      ) : (
        !comment.isHidden && (
          <button
            type="button"
            className="comment-action comment-report"
            aria-label={`Report the comment by ${memberName(comment.user)}`}
            data-tip="Report"
            onClick={() => props.onReport(comment)}
          >
            <Icon name="flag" size={16} />
          </button>
        )
      )}
    </li>
  )
}

/** Renders the fold, which requests the content when the reader presses its button. */
function FoldedComment({ comment, type, fold }: FoldedProps) {
  const client = useQueryClient()
  return (
    <div className="comment-text" dir="auto">
      <Author comment={comment} /> <Ago at={comment.created_at} isShort className="text-12 text-text-3" />
      <Fold className="comment-fold" fold={fold} reveal={() => revealComment(client, type, comment)}>
        {(content) => <p>{content}</p>}
      </Fold>
    </div>
  )
}

/** Links to the author's profile, unless the author is deleted. */
function Author({ comment }: { comment: Comment }) {
  const { id, ...names } = comment.user
  const name = <bdi>{memberName(comment.user)}</bdi>
  if (id === null) return <b className="font-[650] text-text">{name}</b>
  return (
    <MemberLink member={{ id, ...names }} className="font-[650] text-text underline-offset-3 hover:underline">
      {name}
    </MemberLink>
  )
}
