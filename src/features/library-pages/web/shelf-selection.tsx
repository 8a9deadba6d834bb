import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import type { LibraryRow } from '#features/library/library.contract.ts'
import { BULK_MAX, hoursText, STATUS_LABELS, type Status } from '#features/library/library.rules.ts'
import { REMOVE_GAME } from '#features/library/library.texts.ts'
import { posterMark } from '#features/library/web/mark.api.ts'
import { MANY_TEXTS } from '#features/shelves/many-games.texts.ts'
import { showBulkFailure } from '#features/shelves/web/bulk/bulk-failure.api.ts'
import { removeAll, setStatuses } from '#features/shelves/web/bulk/change-many.api.ts'
import { MoreChanges } from '#features/shelves/web/bulk/more-changes.widgets.tsx'
import { gamesText, numberText, plural } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/cover.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { MarkPlate, posterName } from '#web/ui/poster.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { PosterList } from '#web/ui/poster-list.tsx'
import { STATUSES, StatusMark } from '#web/ui/status.tsx'
import { toast } from '#web/ui/toasts.ts'
import type { Selection } from './use-selection.ts'

/** Renders the shelf in selection mode: the bar of bulk actions is on top and stays in view. */
export function ShelfSelection(props: {
  selection: Selection
  rows: readonly LibraryRow[]
  view: 'grid' | 'list'
  label: string
  /** The ids of the buttons that start selection mode; one of them is visible. */
  openers: readonly string[]
}) {
  const { selection, rows } = props
  const root = useRef<HTMLDivElement>(null)
  // The focused element disappears with selection mode, so the focus returns to the button that started it.
  useLayoutEffect(() => {
    const element = root.current
    return () => {
      const at = document.activeElement
      if (at === document.body || element?.contains(at) || at?.closest('[role=dialog]'))
        // A hidden element does not take the focus.
        for (const id of props.openers) document.getElementById(id)?.focus({ preventScroll: true })
    }
  }, [props.openers])
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'a') {
      event.preventDefault()
      selection.choose(rows.map(({ game_id }) => game_id))
    }
    if (event.key === 'Escape' && !event.defaultPrevented) selection.stop()
  }
  const items = rows.map((row) => (
    <SelectableGame key={row.game_id} row={row} view={props.view} selection={selection} />
  ))
  return (
    <div ref={root} onKeyDown={onKeyDown}>
      <SelectionBar selection={selection} rows={rows} />
      {props.view === 'grid' ? (
        <PosterGrid label={props.label}>{items}</PosterGrid>
      ) : (
        <PosterList label={props.label} stops="[role=checkbox]">
          {items}
        </PosterList>
      )}
    </div>
  )
}

/** Renders a game that a press selects; with Shift, all games from the previously pressed one. */
function SelectableGame({ row, view, selection }: { row: LibraryRow; view: 'grid' | 'list'; selection: Selection }) {
  const isChosen = selection.chosen.has(row.game_id)
  const mark = posterMark(row)
  const game = posterGame(row.game)
  const press = {
    type: 'button' as const,
    role: 'checkbox',
    'aria-checked': isChosen,
    'aria-label': posterName(game, mark),
    onClick: (event: MouseEvent) => selection.toggle(row.game_id, event.shiftKey),
  }
  const box = (
    <span
      aria-hidden="true"
      className={cx(
        'grid size-6 place-items-center rounded-control border-[1.5px]',
        isChosen ? 'border-accent-line bg-accent text-on-accent' : 'border-line-strong bg-surface text-transparent',
      )}
    >
      <Icon name="check" />
    </span>
  )
  if (view === 'list')
    return (
      <button {...press} className={cx('row w-full rounded-control px-1 text-left', isChosen && 'bg-surface-2')}>
        <span className="poster w-12">
          <Cover game={game} facts={false} />
        </span>
        <span className="min-w-0">
          <span className="block truncate text-16 font-[650]">{row.game.name}</span>
          <span className="row-facts">
            <StatusMark status={row.status} />
            {row.play_time > 0 && <span className="num">{hoursText(row.play_time)}</span>}
          </span>
        </span>
        {box}
      </button>
    )
  return (
    <div className="poster">
      <button {...press} className="block size-full cursor-pointer overflow-hidden rounded-poster">
        <Cover game={game} facts={false} />
        {isChosen && <span className="absolute inset-0 rounded-poster shadow-[inset_0_0_0_3px_var(--accent)]" />}
        <span className="absolute top-1.5 right-1.5">{box}</span>
      </button>
      <MarkPlate mark={mark} />
    </div>
  )
}

/**
 * Renders the number of selected games, "select all", the four statuses, further changes and removal. Each action is one call with one
 * toast and one undo.
 */
function SelectionBar({ selection, rows }: { selection: Selection; rows: readonly LibraryRow[] }) {
  const [isAsking, setAsking] = useState(false)
  const { busy, setStatus, removeSelected } = useSelectedChanges(selection)
  const ids: GameId[] = [...selection.chosen]
  const count = ids.length
  const isTooMany = count > BULK_MAX
  const isIdle = count === 0 || isTooMany || busy !== null
  const isAll = count === rows.length

  return (
    <div
      role="group"
      aria-label="Selected games"
      className="sticky top-(--header) z-20 -mx-(--gutter) mb-3 grid grid-cols-[minmax(0,1fr)] gap-2 border-y border-line bg-bg px-(--gutter) py-2.5 md:flex md:items-center md:gap-3"
    >
      <div className="flex items-center gap-2">
        <p className="num min-w-26 text-14 font-[650]" role="status">
          {isTooMany ? `At most ${BULK_MAX} at once` : `${numberText(count)} selected`}
        </p>
        <Button kind="quiet" onClick={() => selection.choose(isAll ? [] : rows.map(({ game_id }) => game_id))}>
          {isAll ? 'Select none' : `Select all ${numberText(rows.length)} shown`}
        </Button>
        <IconButton icon="x" label="Stop selecting" className="ml-auto md:hidden" onClick={selection.stop} />
      </div>
      <div className="flex items-center gap-2 md:ml-auto">
        <StatusButtons disabled={isIdle} onChoose={(status) => void setStatus(status)} />
        <MoreChanges ids={ids} disabled={isIdle} onDone={selection.stop} />
        <Button
          kind="danger"
          icon="trash"
          aria-label="Remove from library"
          className="max-md:px-3!"
          disabled={isIdle}
          onClick={() => setAsking(true)}
        >
          <span className="max-md:hidden">Remove</span>
        </Button>
        <Button kind="quiet" className="max-md:hidden" onClick={selection.stop}>
          Done
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Remove ${gamesText(count)}?`}
        text={plural(count, REMOVE_GAME, MANY_TEXTS.remove)}
        confirmLabel="Remove"
        busyLabel="Removing…"
        danger
        onConfirm={removeSelected}
      />
    </div>
  )
}

function useSelectedChanges(selection: Selection) {
  const client = useQueryClient()
  const [busy, setBusy] = useState<Status | null>(null)
  const ids: GameId[] = [...selection.chosen]
  const count = ids.length

  async function setStatus(status: Status): Promise<void> {
    setBusy(status)
    try {
      const { changed, undo } = await setStatuses(client, ids, status)
      selection.stop()
      if (!undo) return toast({ title: `${gamesText(count)} already marked as ${STATUS_LABELS[status]}`, status })
      toast({
        title: `${gamesText(changed)} marked as ${STATUS_LABELS[status]}`,
        status,
        undo: () => void undo().catch(showBulkFailure),
      })
    } catch (error) {
      showBulkFailure(error)
    } finally {
      setBusy(null)
    }
  }
  async function removeSelected(): Promise<void> {
    try {
      await removeAll(client, ids)
      selection.stop()
      toast({ title: `${gamesText(count)} removed from library` })
    } catch (error) {
      showBulkFailure(error)
    }
  }
  return { busy, setStatus, removeSelected }
}

function StatusButtons({ disabled, onChoose }: { disabled: boolean; onChoose: (status: Status) => void }) {
  return (
    <>
      {STATUSES.map(({ value, label, short, icon, tone }) => (
        <Button
          key={value}
          aria-label={`Mark as ${label}`}
          className="max-md:min-w-0 max-md:flex-1 max-md:px-1!"
          disabled={disabled}
          onClick={() => onChoose(value)}
        >
          <span className={cx('status', `status-${tone}`)}>
            <Icon name={icon} />
            <span className="max-md:hidden">{short}</span>
          </span>
        </Button>
      ))}
    </>
  )
}
