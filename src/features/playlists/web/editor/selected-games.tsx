import { yearText } from '#features/catalogue/catalogue.rules.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import type { GameId } from '#shared/ids.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { leaveRow } from '#web/ui/leave-row.ts'
import { MenuButton } from '#web/ui/menu-button.tsx'
import type { MenuEntry } from '#web/ui/menu-entries.ts'
import { SortableList } from '#web/ui/sortable-list.tsx'
import { toast } from '#web/ui/toasts.ts'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import type { EditorGame } from './editor-fields.ts'

/** Inserts the moved item at the index that it gets. */
const movedTo = <T,>(items: readonly T[], from: number, to: number): T[] => {
  const rest = items.toSpliced(from, 1)
  return rest.toSpliced(to, 0, items[from] as T)
}

/**
 * Renders the games of the playlist in their order, as rows that the admin drags, moves by key or by menu, opens in a new
 * tab or removes with Undo (R-PLED-10, R-PLED-11). `problemIds` are games that the server does not know.
 */
export function SelectedGames(props: {
  games: readonly EditorGame[]
  problemIds: readonly GameId[]
  /** `change` gets the games as they are when it runs, because Undo comes later. */
  onChange: (change: (games: EditorGame[]) => EditorGame[]) => void
  /** Called when the only game is removed: the focus has no row left to go to. */
  onEmptied: () => void
}) {
  const { games, onChange } = props
  const move = (id: string, to: number) =>
    onChange((now) => {
      const from = now.findIndex((game) => game.id === id)
      return from < 0 ? now : movedTo(now, from, Math.max(0, Math.min(now.length - 1, to)))
    })
  const remove = (game: EditorGame, at: number) => {
    onChange((now) => now.filter(({ id }) => id !== game.id))
    toast({
      title: `${game.name} is removed`,
      undo: () => onChange((now) => (now.some(({ id }) => id === game.id) ? now : now.toSpliced(at, 0, game))),
    })
  }
  return (
    <SortableList
      id="selected-games"
      label="Order of the games"
      noun="game"
      items={games}
      onMove={({ id }, to) => move(id, to)}
      rowClass="grid grid-cols-[36px_minmax(30px,auto)_40px_minmax(0,1fr)_auto] items-center gap-x-2 border-t border-line bg-bg py-2 first:border-t-0 max-[22.5rem]:grid-cols-[minmax(24px,auto)_40px_minmax(0,1fr)_auto] sm:gap-x-3"
      // The narrowest phones have the menu of each row instead.
      handleClass="drag-quiet max-[22.5rem]:hidden"
    >
      {(game, at, handle) => (
        <>
          {handle}
          <Row
            game={game}
            at={at}
            count={games.length}
            isUnknown={props.problemIds.includes(game.id)}
            onMove={(to) => move(game.id, to)}
            onRemove={(button) => {
              if (!leaveRow(button)) props.onEmptied()
              remove(game, at)
            }}
          />
        </>
      )}
    </SortableList>
  )
}

function Row(props: {
  game: EditorGame
  at: number
  count: number
  isUnknown: boolean
  onMove: (to: number) => void
  onRemove: (button: HTMLElement) => void
}) {
  const { game, at } = props
  return (
    <>
      <span
        className="num text-right text-28 leading-none font-[650] text-text-3 [font-stretch:62%]"
        aria-hidden="true"
      >
        {at + 1}
      </span>
      <span className="poster">
        <Cover game={posterGame(game)} facts={false} />
      </span>
      <span className="grid min-w-0 gap-0.5">
        <a
          href={`/games/${game.id}`}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-6 min-w-0 items-center gap-1.5 justify-self-start underline-offset-3 hover:underline"
        >
          <b className="line-clamp-2 min-w-0 text-15 font-[650] wrap-anywhere" dir="auto">
            {game.name}
          </b>
          <Icon name="external" className="text-text-3 max-[22.5rem]:hidden" />
          <span className="visually-hidden">, opens in a new tab</span>
        </a>
        <GameNote game={game} isUnknown={props.isUnknown} />
      </span>
      <span className="flex">
        <MenuButton
          label={`Move ${game.name}`}
          className="icon-btn"
          align="end"
          items={placesFor(at, props.count, props.onMove)}
        >
          <Icon name="sort" size={20} />
        </MenuButton>
        <IconButton
          icon="x"
          label={`Remove ${game.name}`}
          data-remove
          onClick={({ currentTarget }) => props.onRemove(currentTarget)}
        />
      </span>
    </>
  )
}

/** The moves without dragging, for one press of a finger or a switch. */
function placesFor(at: number, count: number, move: (to: number) => void): MenuEntry[] {
  const isFirst = at === 0
  const isLast = at === count - 1
  return [
    { label: 'To the top', disabled: isFirst, onSelect: () => move(0) },
    { label: 'Up by one', disabled: isFirst, onSelect: () => move(at - 1) },
    { label: 'Down by one', disabled: isLast, onSelect: () => move(at + 1) },
    { label: 'To the end', disabled: isLast, onSelect: () => move(count - 1) },
  ]
}

function GameNote({ game, isUnknown }: { game: EditorGame; isUnknown: boolean }) {
  if (isUnknown || game.isUnlisted)
    return (
      <span className="flex items-start gap-1.5 text-12 text-danger">
        <Icon name="alert" className="mt-px" />
        {isUnknown ? EDITOR_TEXTS.gameUnknown : EDITOR_TEXTS.gameNotListed}
      </span>
    )
  return (
    <span className="num truncate text-12 text-text-3">
      {[yearText(game.year), game.developer].filter(Boolean).join(' · ')}
    </span>
  )
}
