import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { numberText } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { moveToTopText } from '#shared/sentences.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { leaveRow } from '#web/ui/leave-row.ts'
import { SortableList } from '#web/ui/sortable-list.tsx'
import type { ListGame } from '../lists.contract.ts'
import { NOTE_MAX } from '../lists.rules.ts'

interface Handlers {
  /** `after` is the game above the new position; null at the top. */
  onMove: (gameId: GameId, after: GameId | null) => void
  /** Asks for the new position of a game, which may be one whose row is not loaded. */
  onPosition: (game: ListGame) => void
  onRemove: (game: ListGame) => void
  onNote: (gameId: GameId, note: string) => void
}

/** Renders the games of a list as rows that the owner reorders. */
export function ListOrder({ games, total, ...handlers }: { games: readonly ListGame[]; total: number } & Handlers) {
  const move = (moved: GameId, to: number) => {
    const rest = games.filter(({ game }) => game.id !== moved)
    handlers.onMove(moved, rest[to - 1]?.game.id ?? null)
  }
  return (
    <SortableList
      id="list-order"
      label="Order of the games"
      noun="game"
      items={games.map((row) => ({ id: row.game.id, name: row.game.name, row }))}
      total={total}
      onMove={({ id }, to) => move(id, to)}
      rowClass="grid grid-cols-[36px_minmax(24px,auto)_44px_minmax(0,1fr)_auto] items-center gap-x-2 sm:gap-x-3 border-t border-line bg-bg py-2 first:border-t-0"
    >
      {({ row }, _at, handle) => <OrderRow row={row} handle={handle} {...handlers} />}
    </SortableList>
  )
}

function OrderRow({
  row,
  handle,
  onMove,
  onPosition,
  onRemove,
  onNote,
}: { row: ListGame; handle: ReactNode } & Handlers) {
  const { game, position } = row
  return (
    <>
      {handle}
      <button
        type="button"
        className="num min-h-11 min-w-6 rounded-control text-right text-18 font-[650] text-text-3 [font-stretch:75%] underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-text hover:decoration-solid"
        aria-label={`${numberText(position)}: choose a position for ${game.name}`}
        onClick={() => onPosition(row)}
      >
        {position}
      </button>
      <span className="poster">
        <Cover game={posterGame(game)} facts={false} />
      </span>
      <div className="grid min-w-0 gap-1">
        <b className="truncate text-15 font-[650]" dir="auto">
          {game.name}
        </b>
        <NoteField row={row} onNote={onNote} />
      </div>
      <span className="flex max-sm:flex-col">
        <IconButton
          icon="up"
          label={moveToTopText(game.name)}
          disabled={position === 1}
          onClick={({ currentTarget }) => {
            // At the top the button is disabled; the handle says the new position.
            currentTarget.closest('li')?.querySelector('button')?.focus()
            onMove(game.id, null)
          }}
        />
        <IconButton
          icon="trash"
          label={`Remove ${game.name}`}
          data-remove
          onClick={({ currentTarget }) => {
            leaveRow(currentTarget)
            onRemove(row)
          }}
        />
      </span>
    </>
  )
}

/** Renders the note of a game, which is saved when the field loses the focus, or by Enter. */
function NoteField({ row, onNote }: { row: ListGame; onNote: Handlers['onNote'] }) {
  const [text, setText] = useState(row.note ?? '')
  const save = () => {
    if (text.trim() !== (row.note ?? '')) onNote(row.game.id, text)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') event.currentTarget.blur()
  }
  return (
    <TextInput
      aria-label={`Note on ${row.game.name}`}
      placeholder="Why it is here"
      dir="auto"
      maxLength={NOTE_MAX}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      onKeyDown={onKeyDown}
    />
  )
}
