import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Loaded } from '#features/library/web/loaded.widgets.tsx'
import { useMark } from '#features/library/web/mark.api.ts'
import type { ActionGame } from '#features/play-log/web/game-actions.api.ts'
import { gamesText } from '#shared/counted.ts'
import { Dialog, DoneButton } from '#web/ui/dialog.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { OWN_SHELF_TEXTS } from '../own-shelves.texts.ts'
import { NewShelfForm } from './new-shelf-form.tsx'
import { ownShelvesQuery } from './own-shelves.api.ts'
import { setShelf } from './set-shelf.ts'
import { ShelfDot } from './shelf-dot.tsx'
import { type ShelfChoice, withQueue } from './with-queue.ts'

/** Renders the viewer's shelves as checkboxes for a game of the library. Each change is saved at once. */
export function GameShelvesDialog({ game, onClose }: { game: ActionGame; onClose: () => void }) {
  const client = useQueryClient()
  const { queryKey, ...query } = ownShelvesQuery(game.id)
  const shelves = useQuery({ queryKey, ...query })
  const mark = useMark(game.id)
  const canHold = ({ is_queue }: ShelfChoice) => !is_queue || mark?.status === 'want_to_play'
  const tick = (id: string, has_game: boolean) =>
    client.setQueryData(queryKey, (known) =>
      known?.map((one) =>
        one.id === id ? { ...one, has_game, games_count: one.games_count + (has_game ? 1 : -1) } : one,
      ),
    )
  const choose = async (shelf: ShelfChoice, isOn: boolean) => {
    await client.cancelQueries({ queryKey })
    tick(shelf.id, isOn)
    if (!(await setShelf(client, [game.id], shelf, isOn))) tick(shelf.id, !isOn)
  }
  return (
    <Dialog
      open
      size="question"
      onOpenChange={(open) => open || onClose()}
      title="Shelves"
      description={game.name}
      footer={<DoneButton onClick={onClose} />}
    >
      <Loaded query={shelves} failure={OWN_SHELF_TEXTS.notLoaded}>
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <ul aria-label="My shelves">
              {withQueue(data).map((shelf) => (
                <li key={shelf.id} className="border-t border-line py-1 first:border-t-0">
                  <Checkbox
                    className="min-h-11"
                    label={
                      <span className="flex items-center gap-2 wrap-anywhere">
                        <ShelfDot color={shelf.color} />
                        <bdi>{shelf.name}</bdi>
                      </span>
                    }
                    hint={canHold(shelf) ? gamesText(shelf.games_count) : OWN_SHELF_TEXTS.onlyWanted}
                    disabled={!canHold(shelf)}
                    checked={shelf.has_game}
                    onChange={(event) => void choose(shelf, event.target.checked)}
                  />
                </li>
              ))}
            </ul>
            <NewShelfForm shelves={data} onMade={(shelf) => void setShelf(client, [game.id], shelf, true)} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
