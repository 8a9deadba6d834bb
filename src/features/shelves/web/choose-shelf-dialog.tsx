import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Loaded } from '#features/library/web/loaded.widgets.tsx'
import { gamesText } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { OWN_SHELF_TEXTS } from '../own-shelves.texts.ts'
import { NewShelfForm } from './new-shelf-form.tsx'
import { ownShelvesQuery } from './own-shelves.api.ts'
import { setShelf } from './set-shelf.ts'
import { ShelfDot } from './shelf-dot.tsx'
import { type ShelfChoice, withQueue } from './with-queue.ts'

/** Renders the viewer's shelves, to put the selected games on one or to take them from it. The first success closes it. */
export function ChooseShelfDialog(props: { ids: readonly GameId[]; onClose: () => void; onDone: () => void }) {
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const shelves = useQuery(ownShelvesQuery())
  const choose = async (shelf: ShelfChoice, isOn: boolean) => {
    setBusy(true)
    const isDone = await setShelf(client, props.ids, shelf, isOn)
    setBusy(false)
    if (isDone) props.onDone()
  }
  return (
    <Dialog
      open
      size="question"
      onOpenChange={(open) => open || props.onClose()}
      title="Shelves"
      description={`For ${gamesText(props.ids.length)}.`}
    >
      <Loaded query={shelves} failure={OWN_SHELF_TEXTS.notLoaded}>
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <ul aria-label="My shelves">
              {withQueue(data).map((shelf) => (
                <li key={shelf.id} className="flex items-center gap-2 border-t border-line py-2 first:border-t-0">
                  <ShelfDot color={shelf.color} />
                  <bdi className="min-w-0 flex-1 truncate">{shelf.name}</bdi>
                  <Button
                    disabled={isBusy}
                    aria-label={`Put on ${shelf.name}`}
                    onClick={() => void choose(shelf, true)}
                  >
                    Put on
                  </Button>
                  <Button
                    kind="quiet"
                    disabled={isBusy}
                    aria-label={`Take from ${shelf.name}`}
                    onClick={() => void choose(shelf, false)}
                  >
                    Take off
                  </Button>
                </li>
              ))}
            </ul>
            <NewShelfForm shelves={data} onMade={(shelf) => void choose(shelf, true)} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}
