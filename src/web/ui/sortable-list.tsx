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
import { type ReactNode, useRef } from 'react'
import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'
import { MOVE_TEXTS } from './sortable-list.texts.ts'

/** An item of a list that the person orders. */
export interface Sortable {
  id: string
  name: string
}

interface SortableListProps<Item extends Sortable> {
  /** Unique in the page. */
  id: string
  label: string
  /** What a row is, in the instructions: 'game'. */
  noun: string
  items: readonly Item[]
  /** The number of all items, if `items` are only the first ones. */
  total?: number
  /** `to` is the index that the item gets. */
  onMove: (item: Item, to: number) => void
  rowClass: string
  handleClass?: string
  className?: string
  /** Renders the content of a row, with its handle. */
  children: (item: Item, at: number, handle: ReactNode) => ReactNode
}

/**
 * Renders rows that the person reorders: by dragging the handle with a mouse, a pen or a finger, and with the keyboard
 * (Space picks a row up and drops it, the arrow keys move it, Escape cancels). A live region announces every step. Load
 * it lazily: the library is not part of a page's first JavaScript.
 */
export function SortableList<Item extends Sortable>(props: SortableListProps<Item>) {
  const { items, total = items.length, noun } = props
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const indexOf = (id: unknown) => items.findIndex((item) => item.id === id)
  const placeOf = (id: unknown) => `position ${indexOf(id) + 1} of ${total}`
  const nameOf = (id: unknown) => items[indexOf(id)]?.name ?? `The ${noun}`
  // dnd-kit reports the item's own position right after the start, which would replace the first announcement.
  const spokenPlace = useRef<unknown>(null)
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      spokenPlace.current = active.id
      return MOVE_TEXTS.pickedUp(nameOf(active.id), placeOf(active.id))
    },
    onDragOver: ({ active, over }) => {
      if (!over || over.id === spokenPlace.current) return undefined
      spokenPlace.current = over.id
      return MOVE_TEXTS.moves(nameOf(active.id), placeOf(over.id))
    },
    onDragEnd: ({ active, over }) => MOVE_TEXTS.putDown(nameOf(active.id), placeOf((over ?? active).id)),
    onDragCancel: ({ active }) => MOVE_TEXTS.stays(nameOf(active.id), placeOf(active.id)),
  }
  const drop = ({ active, over }: DragEndEvent) => {
    const item = items[indexOf(active.id)]
    if (item && over && over.id !== active.id) props.onMove(item, indexOf(over.id))
  }
  const draggable = MOVE_TEXTS.how(noun)
  return (
    <DndContext
      id={props.id}
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable } }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol aria-label={props.label} className={props.className}>
          {items.map((item, at) => (
            <Row
              key={item.id}
              item={item}
              place={`position ${at + 1} of ${total}`}
              className={props.rowClass}
              handleClass={props.handleClass}
            >
              {(handle) => props.children(item, at, handle)}
            </Row>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

function Row(props: {
  item: Sortable
  place: string
  className: string
  handleClass: string | undefined
  children: (handle: ReactNode) => ReactNode
}) {
  const { id, name } = props.item
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  })
  const handle = (
    <button
      type="button"
      ref={setActivatorNodeRef}
      className={cx('icon-btn cursor-grab touch-none', props.handleClass)}
      {...attributes}
      {...listeners}
      aria-label={`Move ${name}, ${props.place}`}
    >
      <Icon name="drag" size={20} />
    </button>
  )
  return (
    <li
      ref={setNodeRef}
      className={cx('relative motion-reduce:transition-none!', props.className, isDragging && 'z-10 shadow-2')}
      style={{
        transform: transform ? `translate3d(0, ${Math.round(transform.y)}px, 0)` : undefined,
        transition: transition ?? undefined,
      }}
    >
      {props.children(handle)}
    </li>
  )
}
