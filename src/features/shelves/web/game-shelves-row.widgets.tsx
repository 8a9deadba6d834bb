import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import type { ActionGame } from '#features/play-log/web/game-actions.api.ts'
import { useEntryDialog } from '#features/play-log/web/use-entry-dialog.widgets.ts'
import { lazyLoaded } from '#web/lazy-hydration.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { OWN_SHELF_TEXTS } from '../own-shelves.texts.ts'
import { ownShelvesQuery } from './own-shelves.api.ts'
import { ShelfDot } from './shelf-dot.tsx'

const GameShelvesDialog = lazyLoaded(() => import('./game-shelves-dialog.tsx'), 'GameShelvesDialog')

/** How many names have room in the button. */
const NAMES_SHOWN = 2

/**
 * Renders the shelves of the viewer on which a game is, as the button that changes them. The height is the same with
 * and without shelves.
 */
export function GameShelvesRow({ game }: { game: ActionGame }) {
  const { entry, isOpen, open, close } = useEntryDialog(game, OWN_SHELF_TEXTS.notInLibrary)
  const { data } = useQuery({ ...ownShelvesQuery(game.id), enabled: Boolean(entry) })
  const held = entry ? (data ?? []).filter(({ has_game }) => has_game) : []
  return (
    <>
      <Button
        kind="quiet"
        icon="tag"
        className={cx('min-w-[calc(50%-4px)]', held.length > 0 && 'justify-start!')}
        onClick={open}
      >
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
          <GameShelvesDialog game={game} onClose={close} />
        </Suspense>
      )}
    </>
  )
}
