import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { noResultsText } from '#shared/sentences.ts'
import { Cover } from '#web/ui/cover.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { useDebouncedValue } from '#web/use-debounced-value.ts'
import type { GameCard } from '../catalogue.contract.ts'
import { SEARCH_FAILED } from '../catalogue.messages.ts'
import { SUGGEST_FROM, yearText } from '../catalogue.rules.ts'
import { suggestionsQuery } from './catalogue.api.ts'
import { posterGame } from './catalogue.widgets.tsx'

/** The debounce of the search field. */
const REST_MS = 250

/** Renders a search for games in a dialog; `action` renders the action of a found game. */
export function GameFinder(props: { label: string; action: (game: GameCard) => ReactNode }) {
  const [text, setText] = useState('')
  const query = useDebouncedValue(text.trim(), REST_MS)
  const isAsked = [...query].length >= SUGGEST_FROM
  const { data, isError, isPending } = useQuery(suggestionsQuery(query))
  const games = isAsked ? (data ?? []) : []
  const note = !isAsked
    ? ''
    : isError
      ? SEARCH_FAILED
      : isPending
        ? 'Searching…'
        : games.length === 0
          ? noResultsText(query)
          : ''
  return (
    <div className="grid gap-3">
      <Field label={props.label}>
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
      {/* A fixed height avoids layout shift while results load. */}
      <ul className="min-h-60" aria-label="Found games">
        {games.map((game) => (
          <li key={game.id} className="flex items-center gap-3 border-t border-line py-2 first:border-t-0">
            <span className="poster w-9 flex-none">
              <Cover game={posterGame(game)} facts={false} />
            </span>
            <span className="min-w-0 flex-1">
              <b className="block truncate font-[650]">{game.name}</b>
              <span className="num block truncate text-12 text-text-3">
                {[yearText(game.year), game.developer].filter(Boolean).join(' · ')}
              </span>
            </span>
            {props.action(game)}
          </li>
        ))}
      </ul>
    </div>
  )
}
