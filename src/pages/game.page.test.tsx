// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, test } from 'vitest'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import { gameActivitiesQuery } from '#features/activity/web/activity.api.ts'
import type { Game, GameCard } from '#features/catalogue/catalogue.contract.ts'
import { gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import { entryQuery, marksQuery } from '#features/library/web/library.api.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import { EnvContext } from '#web/page.ts'
import { Page } from './game.page.tsx'

afterEach(cleanup)

const ID = 'igdb_1' as GameId
const term = (name: string, id: number) => ({ id, name })
const company = (name: string, developer: boolean) => ({ company: { name }, developer, publisher: !developer })
const card = (n: number): GameCard => ({
  id: `igdb_${100 + n}` as GameId,
  name: `Related ${n}`,
  year: 2000,
  genre: null,
  developer: null,
  cover_url: null,
})

const game: Game = {
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
  relatedGames: [],
  achievements: { total: 0, completed: 0 },
}

function open(changes: Partial<Game> = {}, played?: { hours: number }) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
  client.setQueryData(gameQuery(ID).queryKey, { ...game, ...changes })
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
          completion_percentage: 0,
          user_rating: null,
          is_liked: false,
        } as never)
      : null,
  )
  const router = createMemoryRouter([{ path: '/game/:gameId', Component: Page }], { initialEntries: [`/game/${ID}`] })
  const env = {
    client,
    productName: 'Savepoint',
    demo: null,
    origin: 'http://localhost',
    renderedAt: Date.parse('2026-11-21T00:00:00Z'),
  }
  return render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
}

const facts = () =>
  within(screen.getByRole('list', { name: 'Facts' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
const info = (name: string) => screen.getByText(name).nextElementSibling?.textContent

describe('the hero', () => {
  test('has the name, the year and the developer, the cover, and behind it the cover again [R-GAME-01]', () => {
    const { container } = open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hollow Knight')
    expect(screen.getByText('2017')).toBeTruthy()
    expect(container.querySelectorAll('.cover')).toHaveLength(2)
    expect(facts()[0]).toBe('8.7 of 10')
  })

  test('has chips for rating, release date and first genre, in this order [R-GAME-03 R-GAME-06]', () => {
    open()
    expect(facts()).toEqual(['8.7 of 10', 'Feb 24, 2017', 'Platform'])
  })

  test('has no chip for what is not known, but the date [R-GAME-05]', () => {
    open({ total_rating: null, genres: [], first_release_date: null, year: null })
    expect(facts()).toEqual(['Unknown'])
    expect(screen.getByText('TBA')).toBeTruthy()
  })

  test('shows three platforms, each once, and how many more [R-GAME-02]', () => {
    const names = ['Wii', 'Wii', 'Mac', 'Linux', 'DOS', 'Amiga']
    open({ platforms: names.map(term) })
    expect(facts().at(-1)).toBe('Wii · Mac · Linux +2')
  })

  test('shows my hours when there are any [R-GAME-04]', () => {
    open({}, { hours: 0 })
    expect(facts()).not.toContain('0h 0m played')
    cleanup()
    open({}, { hours: 2 })
    expect(facts()[1]).toBe('2h 0m played')
  })

  test("'Back to Games' leads to the catalogue [R-GAME-29]", () => {
    open()
    expect(screen.getByRole('link', { name: 'Back to Games' }).getAttribute('href')).toBe('/all-games')
  })
})

describe('About', () => {
  test('is closed after 300 characters, and opens [R-GAME-13]', () => {
    const long = 'word '.repeat(60).trim()
    open({ summary: `${long}xx` })
    fireEvent.click(screen.getByRole('button', { name: 'Read More' }))
    expect(screen.getByText((text) => text.startsWith(`${long}xx`))).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Show Less' }))
    expect(screen.getByRole('button', { name: 'Read More' })).toBeTruthy()
    cleanup()
    open({ summary: `${long}x` })
    expect(`${long}x`).toHaveLength(300)
    expect(screen.queryByRole('button', { name: 'Read More' })).toBeNull()
  })

  test('a storyline is closed after 300 characters too [R-GAME-14]', () => {
    open({ storyline: 's'.repeat(301) })
    expect(screen.getByRole('button', { name: 'Read More' })).toBeTruthy()
    cleanup()
    open({ storyline: 's'.repeat(300) })
    expect(screen.queryByRole('button', { name: 'Read More' })).toBeNull()
  })

  test('summary, genres and my library are there [R-GAME-07]', () => {
    open()
    expect(screen.getByText('A small knight.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Indie' }).getAttribute('href')).toBe('/all-games?genre=32')
    expect(screen.getByRole('radiogroup', { name: 'Status of Hollow Knight' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Log' })).toBeTruthy()
  })
})

describe('Game Info', () => {
  test('has the release date, four genres, six platforms and three developers at most [R-GAME-15 R-GAME-16 R-GAME-17 R-GAME-18]', () => {
    open({ platforms: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'].map(term) })
    expect(info('Released')).toBe('Feb 24, 2017')
    expect(info('Genres')).toBe('Platform, Adventure, Indie, Puzzle')
    expect(info('Platforms')).toBe('A, B, C, D, E, F')
    expect(info('Developer')).toBe('One, Two, Three')
  })

  test('names as developers only the companies that are flagged [R-GAME-42]', () => {
    open({ involved_companies: [company('Maker', true), company('Seller', false)] })
    expect(info('Developer')).toBe('Maker')
    expect(info('Publisher')).toBe('Seller')
  })
})

describe('Related Games', () => {
  const posters = () => screen.getByRole('list', { name: 'Related Games' }).querySelectorAll('.poster')

  test('are four, and all of them on demand [R-GAME-19]', () => {
    open({ relatedGames: [1, 2, 3, 4, 5, 6, 7].map(card) })
    expect(posters()).toHaveLength(4)
    fireEvent.click(screen.getByRole('button', { name: 'View All (7)' }))
    expect(posters()).toHaveLength(7)
    expect(posters()[0]?.querySelector('a')?.getAttribute('href')).toBe('/game/igdb_101')
  })

  test('have no such control when four are all, and no section when there are none', () => {
    open({ relatedGames: [1, 2, 3, 4].map(card) })
    expect(screen.queryByText(/View All/)).toBeNull()
    cleanup()
    open()
    expect(screen.queryByText('Related Games')).toBeNull()
  })
})
