import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { GamePoster } from '#features/game-actions/web/game-poster.widgets.tsx'
import { QUEUE_NAME, QUEUE_SHOWN } from '#features/shelves/own-shelves.rules.ts'
import { queueQuery } from '#features/shelves/web/own-shelves.api.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { PosterStrip } from '#web/ui/poster-grid.tsx'
import { Section } from '#web/ui/section.tsx'

const QueueDialog = lazyLoaded(() => import('#features/shelves/web/queue-dialog.widgets.tsx'), 'QueueDialog')

/**
 * Renders the first games of the viewer's queue in the side column of the home page, or as a strip on phones, and the button
 * that changes their order. It renders nothing when the queue is empty. The page's `load` fetches `queueQuery(QUEUE_SHOWN)`.
 */
export function UpNext() {
  const { data } = useQuery(queueQuery(QUEUE_SHOWN))
  const [isOrdering, setOrdering] = useState(false)
  // The dialog stays open when its last game leaves the queue.
  if (!isOrdering && (!data || data.games.length === 0)) return null
  return (
    <Section
      title={QUEUE_NAME}
      action={
        <Button kind="quiet" icon="sort" onClick={() => setOrdering(true)}>
          Change order
        </Button>
      }
    >
      <PosterStrip label={QUEUE_NAME} className="side:grid-flow-row! side:auto-cols-auto! side:grid-cols-3">
        {data?.games.map((game) => (
          <GamePoster key={game.id} game={game} isSmall />
        ))}
      </PosterStrip>
      {isOrdering && (
        <Suspense>
          <QueueDialog onClose={() => setOrdering(false)} />
        </Suspense>
      )}
    </Section>
  )
}
