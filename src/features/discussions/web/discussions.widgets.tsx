import type { ReactNode } from 'react'
import { isAmong, oldestFirst, PREVIEWED, withAdded, withRemoved } from '#features/comments/comments.rules.ts'
import {
  CommentButton,
  Comments,
  type CommentsVariant,
  type CommentThreads,
  useComments,
} from '#features/comments/web/comments.widgets.tsx'
import { ownEmoji, sumCounts } from '#features/reactions/reactions.rules.ts'
import { ReactionBar } from '#features/reactions/web/reactions.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import { type SubjectKind, subjectRef } from '#shared/subject.ts'
import type { DiscussedItem, DiscussionTarget } from './discussion-target.ts'

export type { DiscussedItem, DiscussionTarget } from './discussion-target.ts'
export { useLiveDiscussions } from './live-discussions.ts'

type Item = DiscussedItem & { id: string }

/**
 * The reactions and comments of a subject, or of several subjects of one kind that are shown as one item, the latest
 * first. It shows those of all of them. A new comment or reaction goes to the latest subject, but a reaction that the
 * viewer already has is changed on its own subject. `children` appear in the row of buttons.
 */
export function DiscussionFoot(props: {
  kind: SubjectKind
  items: readonly Item[]
  /** The game of the items; their comments can have a spoiler mark. */
  gameId?: GameId | null
  target: DiscussionTarget
  variant: CommentsVariant
  opensComments?: boolean
  children?: ReactNode
}) {
  const { kind, items, gameId = null, target, variant } = props
  const latest = items[0] as Item
  const reacted = items.find(({ reactions }) => ownEmoji(reactions) !== null) ?? latest
  const talk = talkOf(kind, items, gameId, target)
  const state = useComments(props.opensComments)
  return (
    <>
      <ReactionBar
        subject={subjectRef(kind, reacted.id)}
        reactions={reacted.reactions}
        shown={sumCounts(items.map(({ reactions }) => reactions))}
        target={{
          cancelReads: target.cancelReads,
          apply: (reactions) => target.change(reacted.id, (item) => ({ ...item, reactions })),
        }}
      >
        <CommentButton threads={talk} state={state} variant={variant} />
        {props.children}
      </ReactionBar>
      <Comments threads={talk} state={state} variant={variant} />
    </>
  )
}

function talkOf(
  kind: SubjectKind,
  items: readonly Item[],
  gameId: GameId | null,
  target: DiscussionTarget,
): CommentThreads {
  const latest = items[0] as Item
  const withComments = items.filter(({ comments_count }) => comments_count > 0)
  return {
    subjects: (withComments.length > 0 ? withComments : [latest]).map(({ id }) => subjectRef(kind, id)),
    subject: subjectRef(kind, latest.id),
    gameId,
    comments: items
      .flatMap(({ comments }) => comments)
      .sort(oldestFirst)
      .slice(-PREVIEWED),
    count: items.reduce((sum, { comments_count }) => sum + comments_count, 0),
    board: {
      cancelReads: target.cancelReads,
      // A live update may have brought it already.
      added: (comment, { subjectId }) =>
        target.change(subjectId, (item) =>
          isAmong(item.comments, comment)
            ? item
            : {
                ...item,
                comments: withAdded(item.comments, comment).slice(-PREVIEWED),
                comments_count: item.comments_count + 1,
              },
        ),
      removed: (comment, { subjectId }) =>
        target.change(subjectId, (item) => ({
          ...item,
          comments: withRemoved(item.comments, comment),
          comments_count: Math.max(0, item.comments_count - 1),
        })),
    },
  }
}
