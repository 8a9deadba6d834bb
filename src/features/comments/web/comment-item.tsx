import { useQueryClient } from '@tanstack/react-query'
import { HoldNote } from '#features/moderation/web/moderation.widgets.tsx'
import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { markSentence } from '#features/spoilers/spoilers.texts.ts'
import { Fold } from '#features/spoilers/web/fold.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { isWaiting } from '#shared/outbox.ts'
import type { SubjectType } from '#shared/subject.ts'
import { AppealHere } from '#web/appeal.tsx'
import { Ago } from '#web/ui/ago.tsx'
import { HiddenNote } from '#web/ui/hidden-note.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { WaitingMark } from '#web/ui/waiting-mark.tsx'
import type { Reply } from '../comments.contract.ts'
import { COMMENT } from '../comments.subject.ts'
import { DELETED_COMMENT, REPLY_TEXTS, UNSEEN_COMMENT } from '../comments.texts.ts'
import { revealComment } from './comments.api.ts'

interface FoldedProps {
  comment: Reply
  type: SubjectType
  fold: NonNullable<Reply['fold']>
}

interface ItemProps {
  comment: Reply
  /** The type of the comment's subject. */
  type: SubjectType
  onDelete: (comment: Reply) => void
  onReport: (comment: Reply) => void
  /** Without it nobody answers the comment here. */
  onReply?: (comment: Reply, button: HTMLElement) => void
  /** The field for a reply to it is open. */
  isAnswered?: boolean
}

/**
 * Shows one comment, in its own writing direction, or one sentence in its place. Its author has a button that deletes it
 * after a confirmation, everybody else one that reports it.
 */
export function CommentItem(props: ItemProps) {
  const { comment, onReply } = props
  if (comment.gone !== null)
    return <p className="comment comment-gone">{comment.gone === 'deleted' ? DELETED_COMMENT : UNSEEN_COMMENT}</p>
  return (
    <div className="comment">
      <div className="comment-body">
        {comment.fold ? (
          <FoldedComment {...props} fold={comment.fold} />
        ) : (
          <p className="comment-text" dir="auto">
            <Names comment={comment} /> {comment.content}{' '}
            <Ago at={comment.created_at} isShort className="text-12 text-text-3" />
            {comment.spoils_to ? <span className="comment-mark"> {markSentence(comment.spoils_to)}</span> : null}
          </p>
        )}
        {comment.isHidden && <WhyHidden comment={comment} />}
        {isWaiting(comment) && (
          <p className="text-12">
            <WaitingMark />
          </p>
        )}
        {onReply && !comment.isHidden && !isWaiting(comment) && (
          <button
            type="button"
            className="comment-reply"
            aria-label={REPLY_TEXTS.replyTo(memberName(comment.user))}
            aria-expanded={props.isAnswered ?? false}
            onClick={(event) => onReply(comment, event.currentTarget)}
          >
            {REPLY_TEXTS.reply}
          </button>
        )}
      </div>
      <CommentAction {...props} />
    </div>
  )
}

function WhyHidden({ comment: { id, hold } }: { comment: Reply }) {
  const appeal = <AppealHere kind={COMMENT} id={id} />
  return hold ? <HoldNote hold={hold}>{appeal}</HoldNote> : <HiddenNote>{appeal}</HiddenNote>
}

/** Deletes one's own comment, or reports that of another member. */
function CommentAction({ comment, onDelete, onReport }: ItemProps) {
  if (comment.viewerCan.delete)
    return (
      <button
        type="button"
        className="comment-action"
        aria-label="Delete comment"
        data-tip="Delete comment"
        onClick={() => onDelete(comment)}
      >
        <Icon name="trash" size={16} />
      </button>
    )
  return comment.isHidden || isWaiting(comment) ? null : (
    <button
      type="button"
      className="comment-action comment-report"
      aria-label={`Report the comment by ${memberName(comment.user)}`}
      data-tip="Report"
      onClick={() => onReport(comment)}
    >
      <Icon name="flag" size={16} />
    </button>
  )
}

/** Renders the fold, which requests the content when the reader presses its button. */
function FoldedComment({ comment, type, fold }: FoldedProps) {
  const client = useQueryClient()
  return (
    <div className="comment-text" dir="auto">
      <Names comment={comment} /> <Ago at={comment.created_at} isShort className="text-12 text-text-3" />
      <Fold className="comment-fold" fold={fold} reveal={() => revealComment(client, type, comment)}>
        {(content) => <p>{content}</p>}
      </Fold>
    </div>
  )
}

/** The author, and the member that a reply to a reply answers. */
function Names({ comment: { user, answered } }: { comment: Reply }) {
  return (
    <>
      <Name member={user} />
      {answered && (
        <span className="comment-answered">
          {' '}
          to <Name member={answered} />
        </span>
      )}
    </>
  )
}

/** Links to a member's profile, unless the member is deleted. */
function Name({ member }: { member: Reply['user'] }) {
  const { id, ...names } = member
  const name = <bdi>{memberName(member)}</bdi>
  if (id === null) return <b className="font-[650] text-text">{name}</b>
  return (
    <MemberLink member={{ id, ...names }} className="font-[650] text-text underline-offset-3 hover:underline">
      {name}
    </MemberLink>
  )
}
