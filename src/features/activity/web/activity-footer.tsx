import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { CommentsVariant } from '#features/comments/web/comments.widgets.tsx'
import { DiscussionFoot } from '#features/discussions/web/discussions.widgets.tsx'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { LazyPopup, usePopupTrigger } from '#web/ui/popup-trigger.tsx'
import type { Activity } from '../activity.contract.ts'
import { ACTIVITY } from '../activity.subject.ts'
import type { GameToShare } from '../share.rules.ts'
import { activityBoard } from './activity.api.ts'

const loadShareMenu = () => import('./share-menu.tsx')
const ShareMenu = lazyLoaded(loadShareMenu, 'ShareMenu')

/** Shows the reactions, comments and other actions of a feed item, which may contain several activities. */
export function ActivityFooter({ activities, variant }: { activities: readonly Activity[]; variant: CommentsVariant }) {
  const client = useQueryClient()
  const target = useMemo(() => activityBoard(client), [client])
  const latest = activities[0] as Activity
  // A link needs a single game.
  const game = activities.length === 1 || latest.type === 'progress' ? latest.game : null
  return (
    <DiscussionFoot kind={ACTIVITY} items={activities} gameId={latest.game_id} target={target} variant={variant}>
      {game && <ShareButton game={game} />}
    </DiscussionFoot>
  )
}

function ShareButton({ game }: { game: GameToShare }) {
  const { isOpen, setOpen, trigger, popup } = usePopupTrigger('menu', loadShareMenu)
  return (
    <>
      <button
        type="button"
        {...trigger}
        className="react-btn"
        aria-label="Share"
        data-tip="Share"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon name="share" />
      </button>
      {popup && (
        <LazyPopup>
          <ShareMenu {...popup} game={game} />
        </LazyPopup>
      )}
    </>
  )
}
