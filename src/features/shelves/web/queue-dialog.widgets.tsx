import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { Loaded } from '#features/library/web/loaded.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import { moveToTopText, ORDER_NOT_SAVED } from '#shared/sentences.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Dialog, DoneButton } from '#web/ui/dialog.tsx'
import { leaveRow } from '#web/ui/leave-row.ts'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { showFailure } from '#web/write-failure.ts'
import { QUEUE, QUEUE_NAME } from '../own-shelves.rules.ts'
import { OWN_SHELF_TEXTS } from '../own-shelves.texts.ts'
import { moveInQueueMutation, queueQuery } from './own-shelves.api.ts'
import { setShelf } from './set-shelf.ts'

/** Renders the queue as rows that the member drags, moves by key, or takes out with Undo. Each change is saved at once. */
export function QueueDialog({ onClose }: { onClose: () => void }) {
  const queue = useQuery(queueQuery())
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={QUEUE_NAME}
      description={OWN_SHELF_TEXTS.aboutQueue}
      footer={<DoneButton onClick={onClose} />}
    >
      <Loaded query={queue} failure={OWN_SHELF_TEXTS.notLoaded}>
        {({ games }) =>
          games.length === 0 ? (
            <p className="text-14 text-text-2">{OWN_SHELF_TEXTS.emptyQueue}</p>
          ) : (
            <QueueRows games={games} />
          )
        }
      </Loaded>
    </Dialog>
  )
}

function QueueRows({ games }: { games: readonly GameCard[] }) {
  const client = useQueryClient()
  const move = useMutation(moveInQueueMutation())
  const moveTo = (id: GameId, to: number) => {
    const rest = games.filter((game) => game.id !== id)
    move.mutate(
      { game_id: id, after: rest[to - 1]?.id ?? null },
      { onError: (error) => showFailure(ORDER_NOT_SAVED, error) },
    )
  }
  return (
    <SortableList
      id="queue"
      label="Order of the games"
      noun="game"
      items={games}
      onMove={({ id }, to) => moveTo(id, to)}
      rowClass="grid grid-cols-[36px_minmax(24px,auto)_36px_minmax(0,1fr)_auto] items-center gap-x-2 border-t border-line bg-surface py-2 first:border-t-0"
    >
      {(game, at, handle) => (
        <>
          {handle}
          <span className="num text-right text-18 font-[650] text-text-3" aria-hidden="true">
            {at + 1}
          </span>
          <span className="poster">
            <Cover game={posterGame(game)} facts={false} />
          </span>
          <b className="truncate text-15 font-[650]" dir="auto">
            {game.name}
          </b>
          <span className="flex">
            <IconButton
              icon="up"
              label={moveToTopText(game.name)}
              disabled={at === 0}
              onClick={({ currentTarget }) => {
                // At the top the button is disabled; the handle says the new position.
                currentTarget.closest('li')?.querySelector('button')?.focus()
                moveTo(game.id, 0)
              }}
            />
            <IconButton
              icon="x"
              label={`Take ${game.name} out of ${QUEUE_NAME}`}
              data-remove
              onClick={({ currentTarget }) => {
                leaveRow(currentTarget)
                void setShelf(client, [game.id], { id: QUEUE, name: QUEUE_NAME }, false)
              }}
            />
          </span>
        </>
      )}
    </SortableList>
  )
}
