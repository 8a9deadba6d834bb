import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useRef, useState } from 'react'
import { PREVIEWED } from '#features/comments/comments.rules.ts'
import {
  CommentButton,
  Comments,
  type CommentsVariant,
  type CommentThreads,
  useComments,
} from '#features/comments/web/comments.widgets.tsx'
import { ownEmoji, sumCounts } from '#features/reactions/reactions.rules.ts'
import { ReactionBar } from '#features/reactions/web/reactions.widgets.tsx'
import type { SubjectRef } from '#shared/subject.ts'
import { Icon } from '#web/ui/icon.tsx'
import type { Activity } from '../activity.contract.ts'
import type { GameToShare } from '../share.rules.ts'
import { activityBoard } from './activity.api.ts'

const ShareMenu = lazy(() => import('./share-menu.tsx').then((module) => ({ default: module.ShareMenu })))

const subjectOf = ({ id }: Activity): SubjectRef => ({ subjectType: 'activity', subjectId: id })

/**
 * What others say to an item of a feed. An item that stands for several activities shows what was said to all of them;
 * what is said now goes to the latest, but a reaction of mine is changed where it is.
 */
export function ActivityFooter({
  activities,
  variant,
  now,
  opensComments = false,
}: {
  activities: readonly Activity[]
  variant: CommentsVariant
  now: Date
  opensComments?: boolean
}) {
  const client = useQueryClient()
  const board = useMemo(() => activityBoard(client), [client])
  const latest = activities[0] as Activity
  const reacted = activities.find(({ reactions }) => ownEmoji(reactions) !== null) ?? latest
  const talk = talkOf(activities, latest, board)
  const state = useComments(opensComments)
  // A link leads to one game.
  const game = activities.length === 1 || latest.type === 'progress' ? latest.game : null
  return (
    <>
      <ReactionBar
        subject={subjectOf(reacted)}
        reactions={reacted.reactions}
        shown={sumCounts(activities.map(({ reactions }) => reactions))}
        target={{
          cancelReads: board.cancelReads,
          apply: (reactions) => board.change(reacted.id, (activity) => ({ ...activity, reactions })),
        }}
      >
        <CommentButton talk={talk} state={state} variant={variant} />
        {game && <ShareButton game={game} />}
      </ReactionBar>
      <Comments talk={talk} state={state} variant={variant} now={now} />
    </>
  )
}

function talkOf(
  activities: readonly Activity[],
  latest: Activity,
  board: ReturnType<typeof activityBoard>,
): CommentThreads {
  const withComments = activities.filter(({ comments_count }) => comments_count > 0)
  return {
    subjects: (withComments.length > 0 ? withComments : [latest]).map(subjectOf),
    subject: subjectOf(latest),
    comments: activities
      .flatMap(({ comments }) => comments)
      .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
      .slice(-PREVIEWED),
    count: activities.reduce((sum, { comments_count }) => sum + comments_count, 0),
    board: {
      cancelReads: board.cancelReads,
      // It may have been heard of already.
      added: (comment) =>
        board.change(comment.activity_id, (activity) =>
          activity.comments.some(({ id }) => id === comment.id)
            ? activity
            : {
                ...activity,
                comments: [...activity.comments, comment].slice(-PREVIEWED),
                comments_count: activity.comments_count + 1,
              },
        ),
      removed: (comment) =>
        board.change(comment.activity_id, (activity) => ({
          ...activity,
          comments: activity.comments.filter(({ id }) => id !== comment.id),
          comments_count: Math.max(0, activity.comments_count - 1),
        })),
    },
  }
}

function ShareButton({ game }: { game: GameToShare }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="react-btn"
        aria-label="Share"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        data-tip="Share"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="share" />
      </button>
      {isOpen && (
        <Suspense>
          <ShareMenu anchor={button} game={game} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
