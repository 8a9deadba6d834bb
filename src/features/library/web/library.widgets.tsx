import { lazy, Suspense, useState } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { Poster } from '#web/ui/poster.tsx'
import type { ActionGame } from './use-game-actions.tsx'
import { useMark } from './use-mark.ts'

const loadActions = () => import('./poster-actions.tsx')
const PosterActions = lazy(() => loadActions().then((module) => ({ default: module.PosterActions })))
const HeldPoster = lazy(() => loadActions().then((module) => ({ default: module.PosterActionsSheet })))

/**
 * A game as a poster with the viewer's mark, and the quick actions on hover, focus and long press. A page's `load` calls
 * `loadMarks(client, ids)` so that the marks are there from the first rendering; without that they come a moment later.
 * `isSmall`: below 110 px there is no room for the quick actions; the long press remains.
 */
export function GamePoster(props: {
  game: ActionGame
  eager?: boolean
  /** A width in px; without it the grid decides. */
  size?: number
  isSmall?: boolean
  className?: string
}) {
  const { game } = props
  const mark = useMark(game.id)
  const [held, setHeld] = useState<'never' | 'open' | 'closed'>('never')
  const href = `/game/${game.id}`
  const hasRoom = !props.isSmall && (props.size === undefined || props.size >= 110)
  return (
    <>
      <Poster
        game={posterGame(game)}
        href={href}
        mark={mark}
        eager={props.eager ?? false}
        onHold={() => setHeld('open')}
        {...(props.size && { size: props.size })}
        {...(props.className && { className: props.className })}
        {...(hasRoom && {
          actions: () => (
            <Suspense>
              <PosterActions game={game} />
            </Suspense>
          ),
        })}
      />
      {held !== 'never' && (
        <Suspense>
          <HeldPoster game={game} href={href} isOpen={held === 'open'} onClose={() => setHeld('closed')} />
        </Suspense>
      )}
    </>
  )
}
