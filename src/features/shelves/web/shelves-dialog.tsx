import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Loaded } from '#features/library/web/loaded.widgets.tsx'
import { ORDER_NOT_SAVED } from '#shared/sentences.ts'
import { IconButton } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog, DoneButton } from '#web/ui/dialog.tsx'
import { TextInput } from '#web/ui/field.tsx'
import { MenuButton } from '#web/ui/menu-button.tsx'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { showFailure } from '#web/write-failure.ts'
import type { OwnShelf } from '../own-shelves.contract.ts'
import { SHELF_COLORS, SHELF_NAME_MAX } from '../own-shelves.rules.ts'
import { OWN_SHELF_TEXTS, SHELF_COLOR_LABELS } from '../own-shelves.texts.ts'
import { NewShelfForm } from './new-shelf-form.tsx'
import { deleteShelfMutation, editShelfMutation, orderShelvesMutation, ownShelvesQuery } from './own-shelves.api.ts'
import { ShelfDot } from './shelf-dot.tsx'

/** Renders the shelves that the viewer has made: their order, names and colors, and who sees them. Each change is saved at once. */
export function ShelvesDialog({ onClose }: { onClose: () => void }) {
  const shelves = useQuery(ownShelvesQuery())
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Shelves"
      description={OWN_SHELF_TEXTS.about}
      footer={<DoneButton onClick={onClose} />}
    >
      <Loaded query={shelves} failure={OWN_SHELF_TEXTS.notLoaded}>
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {data.length > 0 && <ShelfRows shelves={data} />}
            <NewShelfForm shelves={data} />
          </div>
        )}
      </Loaded>
    </Dialog>
  )
}

function ShelfRows({ shelves }: { shelves: readonly OwnShelf[] }) {
  const order = useMutation(orderShelvesMutation())
  const move = (id: string, to: number) => {
    const moved = shelves.find((shelf) => shelf.id === id)
    if (!moved) return
    const rest = shelves.filter((shelf) => shelf !== moved)
    order.mutate(rest.toSpliced(to, 0, moved), { onError: (error) => showFailure(ORDER_NOT_SAVED, error) })
  }
  return (
    <SortableList
      id="own-shelves"
      label="Order of the shelves"
      noun="shelf"
      items={shelves}
      onMove={({ id }, to) => move(id, to)}
      rowClass="grid grid-cols-[36px_auto_minmax(0,1fr)_auto] items-center gap-x-1 bg-surface py-1"
    >
      {(shelf, _at, handle) => <ShelfRow shelf={shelf} handle={handle} />}
    </SortableList>
  )
}

function ShelfRow({ shelf, handle }: { shelf: OwnShelf; handle: ReactNode }) {
  const { name, color, is_shown, games_count } = shelf
  const [isAsking, setAsking] = useState(false)
  const edit = useMutation(editShelfMutation(shelf.id))
  const remove = useMutation(deleteShelfMutation(shelf.id))
  const change = (body: Parameters<typeof edit.mutate>[0], onSuccess = () => {}) =>
    edit.mutate(body, { onSuccess, onError: (error) => showFailure(OWN_SHELF_TEXTS.notChanged, error) })
  return (
    <>
      {handle}
      <MenuButton
        className="icon-btn"
        label={`Color of ${name}: ${SHELF_COLOR_LABELS[color]}`}
        items={SHELF_COLORS.map((value) => ({
          label: SHELF_COLOR_LABELS[value],
          checked: value === color,
          onSelect: () => change({ color: value }),
        }))}
      >
        <ShelfDot color={color} />
      </MenuButton>
      <NameField shelf={shelf} onChange={(text, onSaved) => change({ name: text }, onSaved)} />
      <span className="flex">
        <IconButton
          icon={is_shown ? 'eye' : 'eye-off'}
          label={is_shown ? `Hide ${name} from others` : `Show ${name} to others`}
          onClick={() => change({ is_shown: !is_shown })}
        />
        <IconButton icon="trash" label={`Delete ${name}`} onClick={() => setAsking(true)} />
      </span>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={OWN_SHELF_TEXTS.deleteTitle(name)}
        text={OWN_SHELF_TEXTS.delete(games_count)}
        confirmLabel="Delete"
        busyLabel="Deleting…"
        danger
        onConfirm={() => remove.mutateAsync(undefined).catch((error) => showFailure(OWN_SHELF_TEXTS.notDeleted, error))}
      />
    </>
  )
}

/**
 * Renders a field for the name of a shelf. Leaving the field or pressing Enter saves the name. An empty name is not saved. If
 * saving fails, the typed text stays.
 */
function NameField(props: { shelf: OwnShelf; onChange: (name: string, onSaved: () => void) => void }) {
  const { shelf } = props
  const [typed, setTyped] = useState<string | null>(null)
  const save = () => {
    const name = typed?.trim() ?? ''
    if (name === '' || name === shelf.name) setTyped(null)
    else props.onChange(name, () => setTyped(null))
  }
  return (
    <TextInput
      aria-label={`Name of ${shelf.name}`}
      dir="auto"
      autoComplete="off"
      maxLength={SHELF_NAME_MAX}
      value={typed ?? shelf.name}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
      }}
    />
  )
}
