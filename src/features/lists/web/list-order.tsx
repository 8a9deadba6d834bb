import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { type KeyboardEvent, useRef, useState } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import { IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/cover.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { ListGame } from '../lists.contract.ts'
import { NOTE_MOST } from '../lists.rules.ts'

interface Handlers {
  /** `after` is the game above the new position; null at the top. */
  onMove: (gameId: GameId, after: GameId | null) => void
  onRemove: (game: ListGame) => void
  onNote: (gameId: GameId, note: string) => void
}

/**
 * Renders the games of a list as rows that the owner reorders: by dragging the handle with a mouse, a pen or a finger,
 * and with the keyboard (Space picks a game up and drops it, the arrow keys move it, Escape cancels). A live region
 * announces every step.
 */
export function ListOrder({ games, total, ...handlers }: { games: readonly ListGame[]; total: number } & Handlers) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = games.map(({ game }) => game.id)
  const placeOf = (id: unknown) => `position ${ids.indexOf(id as GameId) + 1} of ${total}`
  const nameOf = (id: unknown) => games.find(({ game }) => game.id === id)?.game.name ?? 'The game'
  // dnd-kit reports the game's own position right after the start, which would replace the first announcement.
  const spokenPlace = useRef<unknown>(null)
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      spokenPlace.current = active.id
      return `${nameOf(active.id)} is picked up. It is at ${placeOf(active.id)}.`
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === spokenPlace.current) return undefined
      spokenPlace.current = over.id
      return `${nameOf(active.id)} moves to ${placeOf(over.id)}.`
    },
    onDragEnd: ({ active, over }) => `${nameOf(active.id)} is put down at ${placeOf((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${nameOf(active.id)} stays at ${placeOf(active.id)}.`,
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (!over || over.id === active.id) return
    const moved = active.id as GameId
    const rest = ids.filter((id) => id !== moved)
    const to = ids.indexOf(over.id as GameId)
    handlers.onMove(moved, to === 0 ? null : (rest[to - 1] as GameId))
  }
  return (
    <DndContext
      id="list-order"
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: INSTRUCTIONS } }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ol aria-label="Order of the games">
          {games.map((row) => (
            <OrderRow key={row.game.id} row={row} total={total} {...handlers} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

const INSTRUCTIONS =
  'Press Space to pick the game up, the arrow keys to move it, Space to put it down, and Escape to leave it where it was.'

function OrderRow({ row, total, onMove, onRemove, onNote }: { row: ListGame; total: number } & Handlers) {
  const { game, position } = row
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: game.id,
  })
  return (
    <li
      ref={setNodeRef}
      className={cx(
        'relative grid grid-cols-[36px_minmax(24px,auto)_44px_minmax(0,1fr)_auto] items-center gap-x-2 sm:gap-x-3 border-t border-line bg-bg py-2 first:border-t-0 motion-reduce:transition-none!',
        isDragging && 'z-10 shadow-2',
      )}
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition: transition ?? undefined,
      }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className="icon-btn cursor-grab touch-none"
        {...attributes}
        {...listeners}
        aria-label={`Move ${game.name}, position ${position} of ${total}`}
      >
        <Icon name="drag" size={20} />
      </button>
      <span className="num text-right text-18 font-[650] text-text-3 [font-stretch:75%]" aria-hidden="true">
        {position}
      </span>
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
          label={`Move ${game.name} to the top`}
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
            // The row disappears, and the focus goes to its neighbour.
            const item = currentTarget.closest('li')
            const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
            neighbour?.querySelector<HTMLElement>('[data-remove]')?.focus()
            onRemove(row)
          }}
        />
      </span>
    </li>
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
      maxLength={NOTE_MOST}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={save}
      onKeyDown={onKeyDown}
    />
  )
}
