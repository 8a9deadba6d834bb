import { useInfiniteQuery } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { GameFinder } from '#features/catalogue/web/game-finder.widgets.tsx'
import { libraryQuery } from '#features/library/web/library-lists.api.ts'
import { isOwnGameId } from '#shared/canonical-ids.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { MAX_GAMES } from '../journal.rules.ts'
import { JOURNAL_TEXTS } from '../journal.texts.ts'

/** The number of library games that the picker suggests. */
const OFFERED = 8

/** Renders a game search; with an empty field it suggests games of the viewer's library (R-JOUR-16, R-JOUR-18). */
function Finder(props: {
  label: string
  error: string | undefined
  without?: readonly GameCard[]
  action: (game: GameCard) => ReactNode
}) {
  const { data } = useInfiniteQuery(libraryQuery({ status: 'all', sort: 'recent', search: '', limit: OFFERED }))
  // The journal takes no own games (decision 0086).
  const own = (data?.pages[0]?.data ?? []).map(({ game }) => game).filter(({ id }) => !isOwnGameId(id))
  const games = own.filter(({ id }) => !props.without?.some((game) => game.id === id))
  return (
    <GameFinder
      label={props.label}
      error={props.error}
      failed={JOURNAL_TEXTS.searchFailed}
      offered={{ label: 'From your library', games }}
      action={props.action}
    />
  )
}

/** Renders the game of an entry, or a search for one. `isFixed` disables the change of a review's game. */
export function GamePicker(props: {
  game: GameCard | null
  isOptional?: boolean
  isFixed?: boolean
  error: string | undefined
  disabled: boolean
  onChange: (game: GameCard | null) => void
}) {
  const { game, disabled } = props
  const picker = useRef<HTMLDivElement>(null)
  const shownId = useRef(game?.id)
  // The button that had the focus is gone.
  useEffect(() => {
    if (shownId.current === game?.id) return
    shownId.current = game?.id
    picker.current?.querySelector<HTMLElement>('input, button')?.focus()
  }, [game])
  if (!game)
    return (
      <div ref={picker}>
        <Finder
          label={props.isOptional ? 'Game (optional)' : 'Game'}
          error={props.error}
          action={(found) => (
            <Button aria-label={`Choose ${found.name}`} disabled={disabled} onClick={() => props.onChange(found)}>
              Choose
            </Button>
          )}
        />
      </div>
    )
  return (
    <div ref={picker} className="flex items-center gap-3">
      <span className="poster w-12 flex-none">
        <Cover game={posterGame(game)} facts={false} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="fact block">Game</span>
        <b className="block font-[650] wrap-anywhere">{game.name}</b>
      </span>
      {!props.isFixed && (
        <Button disabled={disabled} onClick={() => props.onChange(null)}>
          {props.isOptional ? 'Remove game' : 'Another game'}
        </Button>
      )}
    </div>
  )
}

/** Renders the games of a list, each with a remove button, and a search that adds more games (R-JOUR-16). */
export function GamesPicker(props: {
  games: readonly GameCard[]
  error: string | undefined
  disabled: boolean
  onChange: (games: readonly GameCard[]) => void
}) {
  const { games, disabled } = props
  const isFull = games.length >= MAX_GAMES
  const isIn = (game: GameCard) => games.some(({ id }) => id === game.id)
  const picker = useRef<HTMLDivElement>(null)
  const change = (next: readonly GameCard[], { detail }: MouseEvent) => {
    props.onChange(next)
    // The button disappears. A key press (no click count) continues in the search; a finger does not need its keyboard.
    if (detail === 0) picker.current?.querySelector<HTMLElement>('[type=search]')?.focus()
  }
  return (
    <div ref={picker} className="grid grid-cols-1 gap-4">
      <p className="label-row">
        <span className="label">Games</span>
        <span className="counter" aria-live="polite">{`${games.length} / ${MAX_GAMES}`}</span>
      </p>
      {games.length > 0 && (
        <ol className="grid max-h-72 grid-cols-1 gap-x-6 overflow-y-auto sm:grid-cols-2" aria-label="Games of the list">
          {games.map((game) => (
            <Picked
              key={game.id}
              game={game}
              disabled={disabled}
              onRemove={(event) =>
                change(
                  games.filter(({ id }) => id !== game.id),
                  event,
                )
              }
            />
          ))}
        </ol>
      )}
      <Finder
        label="Add games"
        error={props.error}
        without={games}
        action={(found) =>
          isIn(found) ? (
            <span className="text-13 text-text-3">On the list</span>
          ) : (
            <Button
              aria-label={`Add ${found.name}`}
              disabled={disabled || isFull}
              onClick={(event) => change([...games, found], event)}
            >
              Add
            </Button>
          )
        }
      />
    </div>
  )
}

function Picked(props: { game: GameCard; disabled: boolean; onRemove: (event: MouseEvent) => void }) {
  const { game, disabled, onRemove } = props
  return (
    <li className="flex items-center gap-3 py-1.5">
      <span className="poster w-9 flex-none">
        <Cover game={posterGame(game)} facts={false} />
      </span>
      <span className="min-w-0 flex-1 truncate font-[650]">{game.name}</span>
      <IconButton icon="x" label={`Remove ${game.name}`} disabled={disabled} onClick={onRemove} />
    </li>
  )
}
