import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SearchBox } from '#web/ui/search-box.tsx'
import { useRested } from '#web/use-rested.ts'
import { SEARCH_FAILED } from '../catalogue.messages.ts'
import { SEARCH_LIST_FROM, SUGGEST_FROM, yearText } from '../catalogue.rules.ts'
import { suggestionsQuery } from './catalogue.api.ts'
import { posterGame } from './catalogue.widgets.tsx'
import { causeText } from './failure-text.ts'

/** How long typing must rest before suggestions are asked for. */
const REST_MS = 250

/** The header's search: suggestions while typing, Enter opens the chosen game or searches the catalogue. */
export function GlobalSearch() {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const query = useRested(text.trim(), REST_MS)
  const isAsked = [...query].length >= SUGGEST_FROM
  const { data, isError, error, isPending } = useQuery(suggestionsQuery(query))
  const games = isAsked ? (data ?? []) : []

  function open(address: string): void {
    setText('')
    void navigate(address)
  }
  /** Words too short for the catalogue's search ('Go') open what they suggest. */
  function submit(words: string): void {
    const [best] = games
    const isTooShort = [...words].length < SEARCH_LIST_FROM
    open(isTooShort && best ? `/game/${best.id}` : `/all-games?search=${encodeURIComponent(words)}`)
  }
  return (
    <SearchBox
      placeholder="Search games"
      value={text}
      onChange={setText}
      errorText={[SEARCH_FAILED, causeText(error)].filter(Boolean).join('. ')}
      status={!isAsked ? 'idle' : isError ? 'error' : isPending ? 'loading' : 'ready'}
      results={games.map((game) => ({
        key: game.id,
        href: `/game/${game.id}`,
        title: game.name,
        facts: [yearText(game.year), game.developer].filter(Boolean).join(' · '),
        game: posterGame(game),
      }))}
      onOpenResult={(result) => open(result.href)}
      onSubmit={submit}
    />
  )
}
