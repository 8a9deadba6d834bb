import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { LibraryPanel } from '#features/game-actions/web/library-panel.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import { Head } from '#web/head.tsx'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/chip.tsx'
import { Cover } from '#web/ui/cover.tsx'
import type { OwnGame } from '../own-games.contract.ts'
import { OWN_GAME_TEXTS } from '../own-games.texts.ts'
import { ownGameQuery } from './own-games.api.ts'

const EditOwnGame = lazyLoaded(() => import('./edit-own-game.tsx'), 'EditOwnGame')
const JoinOwnGame = lazyLoaded(() => import('./join-own-game.tsx'), 'JoinOwnGame')

/** Renders the page of a game of the viewer's own: its cover and facts, the library's panel, and what can be done to it. */
export function OwnGameView({ id, grid }: { id: GameId; grid: Record<'frame' | 'cover' | 'facts' | 'panel', string> }) {
  const { data: game } = useQuery(ownGameQuery(id))
  if (!game) return null
  return (
    <div className="page pt-8">
      <Head title={game.name} description={OWN_GAME_TEXTS.private} path={`/game/${id}`} isIndexed={false} />
      <div className={grid.frame}>
        <div className={grid.cover}>
          <Cover {...posterGame(game.card)} label eager />
        </div>
        <div className="min-w-0">
          <p className="fact mb-3 flex flex-wrap gap-x-3.5 gap-y-1 text-text-2">
            {game.year !== null && <span className="num">{game.year}</span>}
            <span>{OWN_GAME_TEXTS.label}</span>
          </p>
          <h1 className="game-title game-title-long wrap-anywhere">{game.name}</h1>
        </div>
        <div className={grid.facts}>
          {game.platform && <Chip edge>{game.platform}</Chip>}
          <p className="mt-4 max-w-[56ch] text-14 text-text-2">{OWN_GAME_TEXTS.private}</p>
          <Actions game={game} />
        </div>
        <div className={grid.panel}>
          <LibraryPanel game={game.card} />
        </div>
      </div>
    </div>
  )
}

function Actions({ game }: { game: OwnGame }) {
  const [open, setOpen] = useState<'edit' | 'join' | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      <Button icon="pen" onClick={() => setOpen('edit')}>
        {OWN_GAME_TEXTS.edit}
      </Button>
      <Button icon="search" onClick={() => setOpen('join')}>
        {OWN_GAME_TEXTS.find}
      </Button>
      <Suspense>
        {open === 'edit' && <EditOwnGame game={game} onClose={close} />}
        {open === 'join' && <JoinOwnGame game={game} onClose={close} />}
      </Suspense>
    </div>
  )
}
