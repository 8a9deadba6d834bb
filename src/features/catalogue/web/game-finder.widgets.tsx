import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { noResultsText } from '#shared/sentences.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { useDebouncedValue } from '#web/use-debounced-value.ts'
import { showFailure } from '#web/write-failure.ts'
import type { GameCard } from '../catalogue.contract.ts'
import { SUGGEST_FROM, yearText } from '../catalogue.rules.ts'
import { SEARCH_FAILED } from '../catalogue.texts.ts'
import { causeText, suggestionsQuery } from './catalogue.api.ts'
import { posterGame } from './catalogue.widgets.tsx'

/** The debounce of the search field. */
const REST_MS = 250

/**
 * Renders a search for games in a dialog; `action` renders the action of a found game. With an empty field it lists the
 * games of `offered`. A failed search shows `failed`, also as a toast if the screen has its own sentence (C47).
 */
export function GameFinder(props: {
  label: string
  action: (game: GameCard) => ReactNode
  offered?: { label: string; games: readonly GameCard[] }
  failed?: string
  error?: string | undefined
}) {
  const { offered, failed } = props
  const [text, setText] = useState('')
  const query = useDebouncedValue(text.trim(), REST_MS)
  // An emptied field resets the results at once.
  const isAsked = [...query].length >= SUGGEST_FROM && text.trim() !== ''
  const { data, isError, isPending, error } = useQuery(suggestionsQuery(query))
  const hasFailed = isAsked && isError
  useEffect(() => {
    if (!hasFailed || !failed) return
    showFailure(failed, error)
  }, [hasFailed, failed, error])
  const isOffering = text.trim() === '' && offered !== undefined && offered.games.length > 0
  const games = isAsked ? (data ?? []) : isOffering ? offered.games : []
  const note = !isAsked
    ? ''
    : isError
      ? (failed ?? causeText(error) ?? SEARCH_FAILED)
      : isPending
        ? 'Searching…'
        : games.length === 0
          ? noResultsText(query)
          : ''
  return (
    <div className="grid grid-cols-1 gap-3">
      <Field label={props.label} error={props.error}>
        <TextInput
          type="search"
          autoComplete="off"
          placeholder="Outer Wilds"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <p className="text-13 text-text-2 empty:hidden" role="status">
        {note}
      </p>
      {isOffering && <p className="fact -mb-2">{offered.label}</p>}
      {/* A fixed height avoids layout shift while results load. */}
      <ul className="min-h-60" aria-label={isOffering ? offered.label : 'Found games'}>
        {games.map((game) => (
          <FoundGame key={game.id} game={game} action={props.action(game)} />
        ))}
      </ul>
    </div>
  )
}

function FoundGame({ game, action }: { game: GameCard; action: ReactNode }) {
  return (
    <li className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
      <span className="poster w-9 flex-none">
        <Cover game={posterGame(game)} facts={false} />
      </span>
      <span className="min-w-0 flex-1">
        <b className="block truncate font-[650]">{game.name}</b>
        <span className="num block truncate text-12 text-text-3">
          {[yearText(game.year), game.developer].filter(Boolean).join(' · ')}
        </span>
      </span>
      {action}
    </li>
  )
}
