import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeAll, vi } from 'vitest'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { gameActivitiesQuery } from '#features/activity/web/activity.api.ts'
import type { Game, GameCard } from '#features/catalogue/catalogue.contract.ts'
import { gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import { entryQuery, marksQuery } from '#features/library/web/library.api.ts'
import { Page } from '#pages/game.page.tsx'
import type { GameId, UserId } from '#shared/ids.ts'
import { connectTransport } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'

// The page of one game, whose facts, viewer and server a test sets. A test file that imports this is cleaned up after
// each of its tests.

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})
// Panels are separate chunks; load them before the tests.
beforeAll(() =>
  Promise.all([
    import('#features/game-pages/web/game-overview.tsx'),
    import('#features/game-pages/web/game-panels.tsx'),
    import('#features/game-pages/web/game-related.tsx'),
    import('#features/reviews/web/game-reviews.widgets.tsx'),
    import('#features/game-pages/web/game-activity.tsx'),
    import('#features/catalogue/web/game-media.widgets.tsx'),
    import('#features/game-pages/web/game-achievements.tsx'),
    import('#features/catalogue/web/game-video.widgets.tsx'),
    import('#features/activity/web/activity.widgets.tsx'),
    import('#features/activity/web/activity.api.ts'),
  ]),
)

export const ID = 'igdb_1' as GameId
export const term = (name: string, id: number) => ({ id, name })
export const company = (name: string, developer: boolean) => ({ company: { name }, developer, publisher: !developer })
export const card = (n: number): GameCard => ({
  id: `igdb_${100 + n}` as GameId,
  name: `Related ${n}`,
  year: 2000,
  genre: null,
  developer: null,
  cover_url: null,
})

export const game: Game = {
  id: ID,
  name: 'Hollow Knight',
  year: 2017,
  genre: 'Platform',
  developer: 'Team Cherry',
  cover_url: null,
  dataSource: 'igdb',
  first_release_date: Date.parse('2017-02-24T00:00:00Z') / 1000,
  released: '2017-02-24',
  releaseDate: '2017-02-24',
  rating: null,
  total_rating: 87,
  total_rating_count: 0,
  hype_count: 0,
  metacritic: null,
  summary: 'A small knight.',
  storyline: null,
  cover: null,
  coverImage: '/covers/igdb_1-x.svg',
  background_image: null,
  artworks: [],
  screenshots: [],
  videos: [],
  genres: [term('Platform', 8), term('Adventure', 31), term('Indie', 32), term('Puzzle', 9), term('Arcade', 33)],
  platforms: [],
  themes: [],
  game_modes: [],
  involved_companies: [company('One', true), company('Two', true), company('Three', true), company('Four', true)],
  publisher: null,
  series: null,
  alternative_names: [],
  time_to_beat: null,
  play_times: [],
  relatedGames: [],
  achievements: { total: 0, completed: 0 },
  sources: [],
}

interface Scene {
  played?: { hours: number; percentage?: number; achievements?: number }
  /** Appended to '/game/igdb_1', such as '#media'. */
  at?: string
  /** The server's responses; any other call stays pending. */
  server?: Record<string, () => unknown>
  activities?: 'none' | 'unknown'
}

export const asked: string[] = []

export async function open(changes: Partial<Game> = {}, scene: Scene = {}) {
  const { played, at = '', server = {}, activities = 'none' } = scene
  asked.length = 0
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
  client.setQueryData(gameQuery(ID).queryKey, { ...game, ...changes })
  connectTransport(client, async (endpoint) => {
    asked.push(endpoint.path)
    const answer = server[endpoint.path]
    return answer ? ((await answer()) as never) : new Promise(() => {})
  })
  if (activities === 'none')
    client.setQueryData(gameActivitiesQuery(ID).queryKey, {
      pages: [{ activities: [], next: null, source: 'asked' }],
      pageParams: [1],
    })
  const user = {
    id: 'u' as UserId,
    email: 'a@b.c',
    role: 'user' as const,
    username: 'ann',
    display_name: 'Ann',
    avatar_url: null,
    onboarded: true,
  }
  client.setQueryData(sessionQuery().queryKey, {
    user: played ? user : null,
    session: null,
    authenticated: played !== undefined,
  })
  const ids = [ID, ...(changes.relatedGames ?? []).map((each) => each.id)]
  client.setQueryData(marksQuery().queryKey, Object.fromEntries(ids.map((id) => [id, null])))
  client.setQueryData(
    entryQuery(ID).queryKey,
    played
      ? ({
          game_id: ID,
          status: 'playing',
          play_time: played.hours,
          completion_percentage: played.percentage ?? 0,
          achievements_completed: played.achievements ?? 0,
          user_rating: null,
          is_liked: false,
        } as never)
      : null,
  )
  const router = createMemoryRouter([{ path: '/game/:gameId', Component: Page }], {
    initialEntries: [`/game/${ID}${at}`],
  })
  const env = {
    client,
    productName: 'Savepoint',
    demo: null,
    origin: 'http://localhost',
    renderedAt: Date.parse('2026-11-21T00:00:00Z'),
  }
  const view = render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
  await settle()
  return { ...view, router, client }
}

/** Waits until panels and available responses are rendered. */
export const settle = () =>
  act(async () => {
    await vi.dynamicImportSettled()
    await new Promise((resolve) => setTimeout(resolve, 20))
  })
export async function click(element: Element): Promise<void> {
  fireEvent.click(element)
  await settle()
}

export const facts = () =>
  within(screen.getByRole('list', { name: 'Facts' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
export const info = (name: string) => screen.getByText(name).nextElementSibling?.textContent

export const RELATED = '/api/games/:gameId/related'
export const ACHIEVEMENTS = '/api/games/:gameId/achievements'
export const ACTIVITIES = '/api/games/:gameId/activities'
export const shots = (count: number) => Array.from({ length: count }, (_, n) => ({ url: `/api/image?url=${n}&w=1080` }))
export const video = (id: string, name: string): Game['videos'][number] => ({
  id,
  name,
  url: `https://www.youtube.com/watch?v=video-${id}`,
  thumbnail_url: null,
  video_id: `video-${id}`,
  provider: 'youtube',
})
export const FULL: Partial<Game> = {
  screenshots: shots(3),
  videos: [video('1', 'Gameplay'), video('2', 'Launch Trailer')],
  achievements: { total: 63, completed: 0 },
  relatedGames: [card(1)],
}

export const labels = () => screen.getAllByRole('tab').map((each) => each.textContent)
export const tab = (name: string) => screen.getByRole('tab', { name: new RegExp(`^${name}`) })
export const current = () =>
  screen.getAllByRole('tab').find((each) => each.getAttribute('aria-selected') === 'true')?.textContent
export const panel = () => screen.getByRole('tabpanel')
