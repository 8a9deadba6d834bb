import { MemberLink } from '#features/profiles/web/profiles.widgets.tsx'
import { fullDate } from '#shared/dates.ts'
import { memberName } from '#shared/member-name.ts'
import { commentTime } from '#shared/relative-time.ts'
import { HiddenNote } from '#web/ui/hidden-note.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { Comment } from '../comments.contract.ts'

/**
 * Shows one comment, in its own writing direction. Its author has a button that deletes it after a confirmation,
 * everybody else one that reports it.
 */
export function CommentItem(props: {
  comment: Comment
  now: Date
  onDelete: (comment: Comment) => void
  onReport: (comment: Comment) => void
}) {
  const { comment, now } = props
  return (
    <li className="comment">
      <p className="comment-text" dir="auto">
        <Author comment={comment} /> {comment.content} <CommentTime at={comment.created_at} now={now} />
        {comment.isHidden && <HiddenNote />}
      </p>
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

/** Shows the time since, in short (R-ACT-22), with the exact time in its tooltip. */
function CommentTime({ at, now }: { at: string; now: Date }) {
  const when = new Date(at)
  return (
    <time
      dateTime={at}
      title={`${fullDate(when)}, ${when.toISOString().slice(11, 16)} UTC`}
      className="whitespace-nowrap text-12 text-text-3"
    >
      {commentTime(when, now)}
    </time>
  )
}
