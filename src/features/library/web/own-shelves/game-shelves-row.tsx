import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useViewer } from '#features/accounts/web/accounts.widgets.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { OWN_SHELF_TEXTS } from '../../own-shelves.texts.ts'
import { entryQuery } from '../library.api.ts'
import type { ActionGame } from '../use-game-actions.tsx'
import { ownShelvesQuery } from './own-shelves.api.ts'
import { ShelfDot } from './shelf-dot.tsx'

const GameShelvesDialog = lazy(() =>
  import('./game-shelves-dialog.tsx').then((module) => ({ default: module.GameShelvesDialog })),
)

/** How many names have room in the button. */
const NAMES_SHOWN = 2

/**
 * Renders the shelves of the viewer on which a game is, as the button that changes them. The height is the same with
 * and without shelves.
 */
export function GameShelvesRow({ game }: { game: ActionGame }) {
  const client = useQueryClient()
  const viewer = useViewer()
  const [isOpen, setOpen] = useState(false)
  const { data: entry } = useQuery({ ...entryQuery(game.id), enabled: viewer !== null })
  const { data } = useQuery({ ...ownShelvesQuery(game.id), enabled: Boolean(viewer && entry) })
  const held = entry ? (data ?? []).filter(({ has_game }) => has_game) : []
  const open = () => {
    if (entry) return setOpen(true)
    if (viewer) return toast({ title: OWN_SHELF_TEXTS.notInLibrary })
    const acting = { client, viewer, gameId: game.id, openLog: () => {} }
    void import('../game-actions.ts').then(({ askToSignIn }) => askToSignIn(acting, 'add', () => setOpen(true)))
  }
  return (
    <>
      <Button kind="quiet" icon="tag" className="min-w-0 justify-start!" onClick={open}>
        {held.length === 0 ? (
          'Shelves'
        ) : (
          <>
            <span className="visually-hidden">Shelves: </span>
            <span className="flex min-w-0 items-center gap-3 overflow-hidden">
              {held.slice(0, NAMES_SHOWN).map(({ id, name, color }) => (
                <span key={id} className="flex min-w-0 items-center gap-1.5">
                  <ShelfDot color={color} />
                  <bdi className="truncate">{name}</bdi>
                </span>
              ))}
              {held.length > NAMES_SHOWN && <span className="num">+{held.length - NAMES_SHOWN}</span>}
            </span>
          </>
        )}
      </Button>
      {isOpen && (
        <Suspense>
          <GameShelvesDialog game={game} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
