import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { SEARCH_LIST_FROM, SUGGEST_FROM, yearText } from '#features/catalogue/catalogue.rules.ts'
import { SEARCH_FAILED } from '#features/catalogue/catalogue.texts.ts'
import { suggestionsQuery } from '#features/catalogue/web/catalogue.api.ts'
import { posterGame } from '#features/catalogue/web/catalogue.widgets.tsx'
import { causeText } from '#features/catalogue/web/failure-text.ts'
import { SEARCH_MIN_LENGTH } from '#features/friends/people.endpoints.ts'
import { memberSearchQuery } from '#features/friends/web/friends.api.ts'
import { DialogHost } from '#features/library/web/dialog-host.tsx'
import { LogKey } from '#features/library/web/log-key.widgets.tsx'
import { memberName } from '#shared/member-name.ts'
import { SEARCH_ERROR } from '#shared/sentences.ts'
import { KeysHost } from '#web/ui/keys-host.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import type { SearchResult } from '#web/ui/suggestion-list.tsx'
import { useDebouncedValue } from '#web/use-debounced-value.ts'

export { openLog } from '#features/library/web/log-key.widgets.tsx'

/** The debounce of typing before suggestions are requested. */
const REST_MS = 250
/** The number of games above the people, so that both are visible; without people the list shows all games. */
const GAMES = 6
const PEOPLE = 4
const MEMBERS_FRESH_MS = 60_000

/**
 * The header's search: games and people while typing; Enter opens the chosen result or searches the catalogue. '@'
 * before a username searches people only. This chunk loads after the start and also contains the keyboard shortcuts of
 * every page and the dialogs that they open.
 */
export function GlobalSearch() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [text, setText] = useState('')
  const typed = useDebouncedValue(text.trim(), REST_MS)
  const isHandle = typed.startsWith('@')
  const query = isHandle ? typed.slice(1) : typed
  const asksGames = !isHandle && [...query].length >= SUGGEST_FROM
  const asksPeople = [...query].length >= SEARCH_MIN_LENGTH
  const gamesAnswer = useQuery(suggestionsQuery(asksGames ? query : ''))
  const peopleAnswer = useQuery({
    ...memberSearchQuery(query),
    enabled: asksPeople,
    placeholderData: keepPreviousData,
    staleTime: MEMBERS_FRESH_MS,
  })
  const people = asksPeople ? (peopleAnswer.data?.data ?? []).slice(0, PEOPLE) : []
  const isAlone = people.length === 0 && !(asksPeople && peopleAnswer.isPending)
  const games = asksGames ? (gamesAnswer.data ?? []).slice(0, isAlone ? undefined : GAMES) : []
  const results: SearchResult[] = [
    ...games.map((game) => ({
      key: game.id,
      href: `/game/${game.id}`,
      title: game.name,
      facts: [yearText(game.year), game.developer].filter(Boolean).join(' · '),
      group: 'Games',
      game: posterGame(game),
    })),
    ...people.map((person) => ({
      key: person.id,
      href: `/profile/${person.id}`,
      title: memberName(person),
      ...(person.username && { facts: `@${person.username}` }),
      group: 'People',
      person: { id: person.id, name: memberName(person), src: person.avatar_url },
    })),
  ]
  const asked = [...(asksGames ? [gamesAnswer] : []), ...(asksPeople ? [peopleAnswer] : [])]
  const failed = asked.find(({ isError }) => isError)

  function open(address: string): void {
    setText('')
    void navigate(address)
  }
  /** For a username, and for words too short for the catalogue's search ('Go'), Enter opens the first suggestion. */
  async function submit(words: string): Promise<void> {
    const isTooShort = words.startsWith('@') || [...words].length < SEARCH_LIST_FROM
    const best = isTooShort ? await findFirst(words).catch(() => null) : null
    open(best ?? `/all-games?search=${encodeURIComponent(words)}`)
  }
  /** Reads the first suggestion from the cache or the server, because the list on the screen may belong to older input. */
  async function findFirst(words: string): Promise<string | null> {
    const name = words.startsWith('@') ? words.slice(1) : words
    if (name === words && [...words].length >= SUGGEST_FROM) {
      const [game] = await client.fetchQuery(suggestionsQuery(words))
      if (game) return `/game/${game.id}`
    }
    if ([...name].length < SEARCH_MIN_LENGTH) return null
    const [person] = (await client.fetchQuery({ ...memberSearchQuery(name), staleTime: MEMBERS_FRESH_MS })).data
    return person ? `/profile/${person.id}` : null
  }
  return (
    <>
      <SearchBox
        value={text}
        onChange={setText}
        errorText={
          gamesAnswer.isError ? [SEARCH_FAILED, causeText(gamesAnswer.error)].filter(Boolean).join('. ') : SEARCH_ERROR
        }
        status={
          asked.length === 0
            ? 'idle'
            : results.length > 0
              ? 'ready'
              : failed
                ? 'error'
                : asked.some(({ isPending }) => isPending)
                  ? 'loading'
                  : 'ready'
        }
        results={results}
        onOpenResult={(result) => open(result.href)}
        onSubmit={(words) => void submit(words)}
      />
      <DialogHost />
      <LogKey />
      <KeysHost />
    </>
  )
}
