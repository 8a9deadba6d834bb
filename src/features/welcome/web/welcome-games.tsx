import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { SUGGEST_FROM } from '#features/catalogue/catalogue.rules.ts'
import { SEARCH_FAILED } from '#features/catalogue/catalogue.texts.ts'
import { causeText, suggestionsQuery } from '#features/catalogue/web/catalogue.api.ts'
import { popularQuery } from '#features/home/web/home-strips.api.ts'
import type { Status } from '#features/library/library.rules.ts'
import { loadMarks, marksQuery } from '#features/library/web/library.api.ts'
import { libraryQuery } from '#features/library/web/library-lists.api.ts'
import { gamesText } from '#shared/counted.ts'
import type { GameId } from '#shared/ids.ts'
import { GAMES_FAILED, noResultsText } from '#shared/sentences.ts'
import { readTyped, storeTyped } from '#web/typed-input.ts'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PosterGrid } from '#web/ui/poster-grid.tsx'
import { StatusControl } from '#web/ui/status.tsx'
import { useDebouncedValue } from '#web/use-debounced-value.ts'
import { WELCOME_TEXTS } from '../welcome.texts.ts'
import { WallPoster } from './welcome-wall.tsx'

/** Posters of the wall: whole rows of three, five and six. */
const WALL = 30
const BRUSHES = ['want_to_play', 'playing', 'completed'] as const satisfies readonly Status[]
const REST_MS = 250
const FORM = 'welcome-games'

const ownQuery = () => libraryQuery({ status: 'all', sort: 'recent', search: '' })

/** A failure is shown in the page. */
export async function loadWelcomeGames(client: QueryClient): Promise<void> {
  await Promise.all([client.prefetchQuery(popularQuery(WALL)), client.prefetchInfiniteQuery(ownQuery())])
  const popular = client.getQueryData(popularQuery(WALL).queryKey) ?? []
  await loadMarks(
    client,
    popular.map(({ id }) => id),
  )
}

/**
 * Returns the number of games in the library, by the marks that are cached here: all that were set, and the newest of
 * before.
 */
export function useShelfCount(): number {
  const client = useQueryClient()
  const { data: marks = {} } = useQuery(marksQuery())
  const [further] = useState(() => {
    const pages = client.getQueryData(ownQuery().queryKey)?.pages ?? []
    return Math.max(0, (pages[0]?.total ?? 0) - pages.reduce((sum, page) => sum + page.data.length, 0))
  })
  return Object.values(marks).filter((mark) => mark !== null).length + further
}

/** The first step: a wall of covers, one tap each (G03). Games already in the library come first. */
export function WelcomeGames() {
  const client = useQueryClient()
  const { data: popular, isError, refetch } = useQuery(popularQuery(WALL))
  const [brush, setBrush] = useTypedState<Status>('brush', 'completed')
  const [text, setText] = useTypedState<string>('search', '')
  // The order of the wall is fixed during the visit, so that nothing moves under a finger.
  const [own] = useState<readonly GameCard[]>(() =>
    (client.getQueryData(ownQuery().queryKey)?.pages ?? []).flatMap(({ data }) => data.map(({ game }) => game)),
  )
  const [found, setFound] = useState<readonly GameCard[]>([])
  const [currentId, setCurrentId] = useState<GameId | null>(null)

  const asked = useDebouncedValue(text.trim(), REST_MS)
  const isSearch = [...asked].length >= SUGGEST_FROM
  const search = useQuery(suggestionsQuery(asked))

  if (isError) return <ErrorState text={GAMES_FAILED} onRetry={() => void refetch()} level={2} />
  const wall = unique([...found, ...own, ...(popular ?? [])])
  const shown = isSearch ? (search.data ?? []) : wall
  const current = shown.find(({ id }) => id === currentId) ?? shown[0]
  const remember = (game: GameCard) => {
    if (!wall.some(({ id }) => id === game.id)) setFound([game, ...found])
  }

  return (
    <>
      <div className="sticky top-0 z-10 -mx-1 grid gap-3 bg-bg px-1 pt-2 pb-4 md:grid-cols-[minmax(0,400px)_minmax(0,1fr)] md:items-center md:gap-6">
        <StatusControl value={brush} onChange={setBrush} only={BRUSHES} label="Mark games as" />
        <SearchField text={text} onChange={setText} />
      </div>
      <p role="status" className="visually-hidden">
        {isSearch && search.isSuccess && `${gamesText(shown.length)} found`}
      </p>
      {isSearch && search.isError ? (
        <ErrorState text={causeText(search.error) ?? SEARCH_FAILED} onRetry={() => void search.refetch()} level={2} />
      ) : isSearch && search.isSuccess && shown.length === 0 ? (
        <EmptyState level={2} title={noResultsText(asked)} text={WELCOME_TEXTS.noGameFound} />
      ) : (
        <PosterGrid columns={6} label={isSearch ? 'Games found' : 'Games'}>
          {shown.map((game, at) => (
            <WallPoster
              key={game.id}
              game={game}
              brush={brush}
              isEager={at < 9}
              isCurrent={game.id === current?.id}
              onCurrent={() => setCurrentId(game.id)}
              onMarked={() => remember(game)}
            />
          ))}
        </PosterGrid>
      )}
    </>
  )
}

function unique(games: readonly GameCard[]): GameCard[] {
  return [...new Map(games.map((game) => [game.id, game])).values()]
}

/** A state that survives a reload, like the input of forms. */
function useTypedState<T extends string>(field: string, initial: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(initial)
  useEffect(() => {
    const stored = readTyped(FORM)[field]
    if (stored) setValue(stored as T)
  }, [field])
  const set = (next: T) => {
    setValue(next)
    storeTyped(FORM, { ...readTyped(FORM), [field]: next })
  }
  return [value, set]
}

function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <label className="relative block md:max-w-100 md:justify-self-end md:w-full">
      <span className="visually-hidden">Search for a game</span>
      <span className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-text-3">
        <Icon name="search" />
      </span>
      <input
        type="search"
        className="input pl-9!"
        placeholder="Search for a game"
        value={text}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  )
}
