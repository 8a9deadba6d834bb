import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { SUGGEST_FROM, yearText } from '#features/catalogue/catalogue.rules.ts'
import { SEARCH_FAILED } from '#features/catalogue/catalogue.texts.ts'
import { causeText, suggestionsQuery } from '#features/catalogue/web/catalogue.api.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { viewedGames } from '#features/catalogue/web/viewed-games.api.ts'
import { libraryQuery } from '#features/library/web/library-lists.api.ts'
import { counted } from '#shared/counted.ts'
import { noResultsText } from '#shared/sentences.ts'
import { DialogContent } from '#web/ui/dialog.tsx'
import { type SearchResult, SuggestionField, SuggestionList } from '#web/ui/suggestion-list.tsx'
import { useDebouncedValue } from '#web/use-debounced-value.ts'
import { LOG_DIALOG_TEXTS } from '../log-dialog.texts.ts'

/** The debounce of the search field. */
const REST_MS = 250
/** The number of recent games of each kind below the search field. */
const MAX = 6

/**
 * Renders the first step of the log dialog: a search, and below it the games that the member is playing or has viewed
 * recently.
 */
export function FindGame({ chosen, onChoose }: { chosen: GameCard | null; onChoose: (game: GameCard) => void }) {
  const id = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(-1)
  const { query, isSearching, search, groups } = useGameGroups(text)
  const games = groups.flatMap(([group, some]) => some.map((game) => ({ group, game })))
  const results = games.map(resultOf)
  const at = active < results.length ? active : -1
  const choose = (at: number) => {
    const found = games[at]
    if (found && !chosen) onChoose(found.game)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const count = results.length + 1
      // -1 is the field itself, between the last and the first.
      setActive(((at + 1 + (event.key === 'ArrowDown' ? 1 : -1) + count) % count) - 1)
    } else if (event.key === 'Enter') {
      event.preventDefault()
      // Without a selected row Enter takes the best result, if the results belong to the typed text.
      const isCurrent = isSearching && query === text.trim() && !search.isPlaceholderData
      choose(at === -1 && isCurrent ? 0 : at)
    }
  }
  const note = !isSearching
    ? results.length === 0 && LOG_DIALOG_TEXTS.nameNeeded
    : search.isError
      ? (causeText(search.error) ?? SEARCH_FAILED)
      : search.isPending
        ? 'Searching…'
        : results.length === 0 && noResultsText(query)
  return (
    <DialogContent title="Log a game">
      <div className="log-find" aria-busy={chosen !== null || undefined}>
        <SuggestionField
          id={id}
          label={LOG_DIALOG_TEXTS.search}
          count={results.length}
          active={at}
          value={text}
          enterKeyHint="done"
          maxLength={100}
          onChange={(event) => {
            setText(event.target.value)
            setActive(-1)
          }}
          onKeyDown={onKeyDown}
        />
        <p className="search-note" role="status">
          {note || <span className="visually-hidden">{isSearching && counted(results.length, 'game')}</span>}
        </p>
        <SuggestionList
          id={id}
          label="Games"
          results={results}
          active={results[at] ?? null}
          onOpen={(result) => choose(results.indexOf(result))}
          onHover={(result) => setActive(results.indexOf(result))}
        />
      </div>
    </DialogContent>
  )
}

/** The games for a text, or without one those that the member plays and has viewed. */
function useGameGroups(text: string) {
  const query = useDebouncedValue(text.trim(), REST_MS)
  const isSearching = [...query].length >= SUGGEST_FROM && text.trim() !== ''
  const search = useQuery(suggestionsQuery(isSearching ? query : ''))
  const { data: playing } = useInfiniteQuery(
    libraryQuery({ status: 'playing', sort: 'recent', search: '', limit: MAX }),
  )
  const [viewed] = useState(viewedGames)

  const playingGames = (playing?.pages[0]?.data ?? []).map(({ game }) => game)
  const groups: [string, readonly GameCard[]][] = isSearching
    ? [['Games', search.data ?? []]]
    : [
        ['Playing', playingGames],
        ['Recently viewed', viewed.filter((game) => !playingGames.some(({ id }) => id === game.id)).slice(0, MAX)],
      ]
  return { query, isSearching, search, groups }
}

const resultOf = ({ group, game }: { group: string; game: GameCard }): SearchResult => ({
  key: `${group} ${game.id}`,
  href: `/game/${game.id}`,
  title: game.name,
  facts: [yearText(game.year), game.developer].filter(Boolean).join(' · '),
  group,
  game: posterGame(game),
})
