import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { placeText } from '#shared/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/class-names.ts'
import { Cover } from '#web/ui/cover.tsx'
import { MOVE_TEXTS } from '#web/ui/sortable-list.texts.ts'
import { FAVOURITES_TEXTS } from '../favourites.texts.ts'

/**
 * The chosen covers, each of which is one button: a press picks up a cover, a press on another position puts it there,
 * and a picked cover can be removed. With the keyboard the arrow keys move the picked cover; a mouse can drag it.
 */
export function FavouritesOrder(props: {
  games: readonly GameCard[]
  most: number
  onChange: (games: readonly GameCard[]) => void
}) {
  const { games, most } = props
  const { picked, setPicked, message, game, buttons, move, press, remove, onKeyDown } = useOrder(games, props.onChange)
  return (
    <>
      <ol className="grid grid-cols-4 gap-3" aria-label="Chosen favourites">
        {games.map((one, at) => (
          <li key={one.id} className="min-w-0">
            <button
              type="button"
              ref={(node) => {
                if (node) buttons.current.set(one.id, node)
                else buttons.current.delete(one.id)
              }}
              className={cx(
                'poster block w-full cursor-pointer',
                one.id === picked && 'outline-3 outline-offset-2 outline-accent-line',
              )}
              aria-pressed={one.id === picked}
              draggable
              onDragStart={() => setPicked(one.id)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault()
                move(at)
              }}
              onDragEnd={() => setPicked(null)}
              onClick={() => press(one, at)}
              onKeyDown={onKeyDown}
            >
              {/* Named by its content and not by a label, because the cover breaks its words into lines, which
                  a label would not match. */}
              <Cover game={posterGame(one)} facts={false} />
              <span className="visually-hidden">{`${one.name}, place ${at + 1} of ${games.length}`}</span>
            </button>
          </li>
        ))}
        <EmptyPlaces count={most - games.length} />
      </ol>
      <div className="flex min-h-11 items-center justify-between gap-3 pt-3 pb-4 text-13 text-text-2">
        <p className="min-w-0 wrap-anywhere">{whatToDo(game, games)}</p>
        {game && (
          <Button icon="trash" className="flex-none" aria-label={`Remove ${game.name}`} onClick={remove}>
            Remove
          </Button>
        )}
      </div>
      <p className="visually-hidden" role="status">
        {message}
      </p>
    </>
  )
}

/** The favourite that is picked up, and what moves, drops and removes it. */
function useOrder(games: readonly GameCard[], onChange: (games: readonly GameCard[]) => void) {
  const [picked, setPicked] = useState<string | null>(null)
  const [message, setMessage] = useState('')
  const buttons = useRef(new Map<string, HTMLButtonElement>())
  const from = games.findIndex(({ id }) => id === picked)
  const game = games[from]

  // A button that moves within the list loses the focus in some browsers.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every new order
  useLayoutEffect(() => {
    if (picked !== null) buttons.current.get(picked)?.focus()
  }, [games])

  const move = (to: number) => {
    if (!game || to < 0 || to >= games.length || to === from) return
    const rest = games.toSpliced(from, 1)
    onChange(rest.toSpliced(to, 0, game))
    setMessage(placeText(game.name, to, games.length))
  }
  const press = (one: GameCard, at: number) => {
    if (!game) {
      setPicked(one.id)
      setMessage(FAVOURITES_TEXTS.pickedUp(one.name))
      return
    }
    move(at)
    setPicked(null)
    if (one.id === picked) setMessage(MOVE_TEXTS.stays(one.name, `position ${at + 1}`))
  }
  const remove = () => {
    if (!game) return
    const left = games.toSpliced(from, 1)
    onChange(left)
    setPicked(null)
    setMessage(`${game.name} is removed`)
    const next = left[Math.min(from, left.length - 1)]
    if (next) buttons.current.get(next.id)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!game) return
    if (event.key === 'Escape') {
      // It does not close the dialog.
      event.stopPropagation()
      setPicked(null)
      setMessage(MOVE_TEXTS.stays(game.name, `position ${from + 1}`))
      return
    }
    const to = { ArrowLeft: from - 1, ArrowUp: from - 1, ArrowRight: from + 1, ArrowDown: from + 1 }[event.key]
    if (to === undefined && event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    if (to === undefined) remove()
    else move(to)
  }
  return { picked, setPicked, message, game, buttons, move, press, remove, onKeyDown }
}

function EmptyPlaces({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    <li
      // biome-ignore lint/suspicious/noArrayIndexKey: empty places are all alike
      key={at}
      className="aspect-3/4 rounded-poster border border-dashed border-line-strong"
      aria-hidden="true"
    />
  ))
}

function whatToDo(game: GameCard | undefined, games: readonly GameCard[]): string | false {
  return game
    ? games.length > 1
      ? FAVOURITES_TEXTS.chooseNewPlace(game.name)
      : game.name
    : games.length > 0 && FAVOURITES_TEXTS.pressCover
}
