import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { yearText } from '#features/catalogue/catalogue.rules.ts'
import { causeText } from '#features/catalogue/web/catalogue.api.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { counted } from '#shared/counted.ts'
import { noResultsText } from '#shared/sentences.ts'
import { Button } from '#web/ui/button.tsx'
import { Cover } from '#web/ui/cover.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useDebouncedValue } from '#web/use-debounced-value.ts'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import { GAMES_MAX } from '../../playlists.rules.ts'
import { EDITOR_TOASTS, PLAYLIST_TEXTS } from '../../playlists.texts.ts'
import type { EditorGame } from './editor-fields.ts'
import { editorSearchQuery, SEARCH_REST_MS } from './playlist-editor.api.ts'

/** The largest number of games that one press adds (R-PLED-08). */
const BATCH_MAX = 5

/**
 * Renders the search for games (R-PLED-05..09): each result has a button that adds it, Enter adds the first one that is
 * not selected yet, and 'Add Top 5' the first five.
 */
export function GameSearch(props: {
  selected: readonly EditorGame[]
  onAdd: (games: readonly GameCard[]) => void
  inputRef: RefObject<HTMLInputElement | null>
}) {
  const { selected } = props
  const [text, setText] = useState('')
  const query = useDebouncedValue(text.trim(), SEARCH_REST_MS)
  const { data, isError, error, isPlaceholderData, isFetching, refetch } = useQuery(editorSearchQuery(query))
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!isError) return
    const description = causeText(error)
    toast({ title: EDITOR_TOASTS.searchFailed, ...(description && { description }), tone: 'danger' })
  }, [isError, error])

  const isAsked = query !== '' && text.trim() !== ''
  const results = isAsked && !isError ? (data ?? []) : []
  const isSelected = (game: GameCard) => selected.some(({ id }) => id === game.id)
  const fresh = results.filter((game) => !isSelected(game))
  const remaining = GAMES_MAX - selected.length
  // Results of an earlier text may still be shown; Enter means what is typed.
  const isCurrent = query === text.trim() && !isPlaceholderData && !isFetching

  const add = (games: readonly GameCard[]) => {
    const added = games.slice(0, Math.min(BATCH_MAX, remaining))
    if (added.length === 0) {
      if (remaining <= 0) toast({ title: PLAYLIST_TEXTS.tooManyGames, tone: 'danger' })
      return
    }
    props.onAdd(added)
    toast({ title: EDITOR_TOASTS.gameAdded, description: added.map(({ name }) => name).join(', ') })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    // Enter does not save the playlist.
    event.preventDefault()
    if (isCurrent) add(fresh.slice(0, 1))
  }
  /** The pressed button is disabled afterwards, so the focus goes to the next one, or to the search. */
  const addFrom = (game: GameCard, button: HTMLElement) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>('button:enabled') ?? [])]
    const at = buttons.indexOf(button as HTMLButtonElement)
    const next = remaining > 1 ? (buttons[at + 1] ?? buttons[at - 1]) : null
    ;(next ?? props.inputRef.current)?.focus()
    add([game])
  }

  const addTop = () => {
    // Nothing is left to add, so the button will be disabled.
    if (fresh.length <= BATCH_MAX || remaining <= BATCH_MAX) props.inputRef.current?.focus()
    add(fresh)
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex items-end gap-2">
        <Field label="Search games" className="flex-1">
          <TextInput
            ref={props.inputRef}
            type="search"
            autoComplete="off"
            enterKeyHint="go"
            placeholder="Outer Wilds"
            value={text}
            maxLength={200}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={onKeyDown}
          />
        </Field>
        <Button
          icon="plus"
          className="[@media(pointer:fine)]:mb-[3px]"
          disabled={fresh.length === 0 || remaining <= 0}
          onClick={addTop}
        >
          Add Top 5
        </Button>
      </div>
      <div className="-mt-1 flex min-h-6 items-center gap-3 text-13 text-text-2">
        <p role="status" className="min-w-0 wrap-anywhere">
          {noteOf({ isAsked, isError, isWaiting: !isCurrent, found: results.length, text: text.trim(), query })}
        </p>
        {isAsked && isError && (
          <button type="button" className="linkish min-h-6" onClick={() => void refetch()}>
            Try again
          </button>
        )}
      </div>
      {results.length > 0 && (
        <ul
          ref={list}
          aria-label="Found games"
          className="max-h-88 overflow-y-auto overscroll-contain border-y border-line"
        >
          {results.map((game) => {
            const isThere = isSelected(game)
            return (
              <li key={game.id} className="flex items-center gap-3 border-t border-line py-2 pr-1 first:border-t-0">
                <span className="poster w-9 flex-none">
                  <Cover game={posterGame(game)} facts={false} />
                </span>
                <span className="min-w-0 flex-1">
                  <b className="block truncate font-[650]" dir="auto">
                    {game.name}
                  </b>
                  <span className="num block truncate text-12 text-text-3">
                    {[yearText(game.year), game.developer].filter(Boolean).join(' · ')}
                  </span>
                </span>
                <Button
                  disabled={isThere || remaining <= 0}
                  aria-label={`${isThere ? 'Added' : 'Add'} ${game.name}`}
                  onClick={({ currentTarget }) => addFrom(game, currentTarget)}
                >
                  {isThere ? 'Added' : 'Add'}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

function noteOf(now: {
  isAsked: boolean
  isError: boolean
  isWaiting: boolean
  found: number
  text: string
  query: string
}): string {
  if (now.text === '') return EDITOR_TEXTS.enterAdds
  if (now.isAsked && now.isError) return EDITOR_TOASTS.searchFailed
  if (now.isWaiting) return 'Searching…'
  if (now.found === 0) return noResultsText(now.query)
  return `${counted(now.found, 'game')} found.`
}
