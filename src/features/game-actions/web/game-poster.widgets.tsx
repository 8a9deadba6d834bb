import { Suspense, useState } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { useMark } from '#features/library/web/mark.api.ts'
import type { ActionGame } from '#features/play-log/web/game-actions.api.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Poster } from '#web/ui/poster.tsx'

const loadActions = () => import('./poster-actions.tsx')
const PosterActions = lazyLoaded(loadActions, 'PosterActions')
const PosterSheet = lazyLoaded(loadActions, 'PosterActionsSheet')

/**
 * Renders a game as a poster with the viewer's mark, and with quick actions on hover, focus and long press. A page's
 * `load` calls `loadMarks(client, ids)`, so that the first rendering has the marks; otherwise they appear a moment
 * later. `isSmall`: a poster below 110 px has no room for the quick actions, only the long press.
 */
export function GamePoster(props: {
  game: ActionGame
  eager?: boolean
  /** The width in px; by default the grid decides. */
  size?: number
  isSmall?: boolean
  className?: string
}) {
  const { game } = props
  const mark = useMark(game.id)
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')
  const href = `/game/${game.id}`
  const hasActions = !props.isSmall && (props.size === undefined || props.size >= 110)
  return (
    <>
      <Poster
        game={posterGame(game)}
        href={href}
        mark={mark}
        eager={props.eager ?? false}
        onHold={() => setSheet('open')}
        {...(props.size && { size: props.size })}
        {...(props.className && { className: props.className })}
        {...(hasActions && {
          actions: () => (
            <Suspense>
              <PosterActions game={game} />
            </Suspense>
          ),
        })}
      />
      {sheet !== 'never' && (
        <Suspense>
          <PosterSheet game={game} href={href} isOpen={sheet === 'open'} onClose={() => setSheet('closed')} />
        </Suspense>
      )}
    </>
  )
}
