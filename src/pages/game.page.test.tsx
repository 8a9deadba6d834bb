// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { gameActivitiesQuery } from '#features/activity/web/activity.api.ts'
import { gameQuery } from '#features/catalogue/web/catalogue.api.ts'
import { card, FULL, facts, ID, open, settle, term } from '#tests/browser/game-page.tsx'
import { CallError } from '#web/call.ts'
import { Skeleton } from './game.page.tsx'

describe('the hero', async () => {
  test('has the name, the year and the developer, the cover, and behind it the cover again [R-GAME-01]', async () => {
    const { container } = await open()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Hollow Knight')
    expect(screen.getByText('2017')).toBeTruthy()
    expect(container.querySelectorAll('.cover')).toHaveLength(2)
    expect(facts()[0]).toBe('IGDB 8.7 of 10')
  })

  test('has chips for rating, release date and first genre, in this order [R-GAME-03 R-GAME-06]', async () => {
    await open()
    expect(facts()).toEqual(['IGDB 8.7 of 10', 'Feb 24, 2017', 'Platform'])
  })

  test('has no chip for unknown facts except the date [R-GAME-05]', async () => {
    await open({ total_rating: null, genres: [], first_release_date: null, year: null })
    expect(facts()).toEqual(['Unknown'])
    expect(screen.getByText('TBA')).toBeTruthy()
  })

  test('shows three platforms without duplicates, and the number of further ones [R-GAME-02]', async () => {
    const names = ['Wii', 'Wii', 'Mac', 'Linux', 'DOS', 'Amiga']
    await open({ platforms: names.map(term) })
    expect(facts().at(-1)).toBe('Wii · Mac · Linux +2')
  })

  test('shows my hours when there are any [R-GAME-04]', async () => {
    await open({}, { played: { hours: 0 } })
    expect(facts()).not.toContain('0m played')
    cleanup()
    await open({}, { played: { hours: 2 } })
    expect(facts()[1]).toBe('2h played')
  })

  test("'Back to Games' links to the catalogue [R-GAME-29]", async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Back to Games' }).getAttribute('href')).toBe('/all-games')
  })
})

describe('the backdrop', () => {
  const behind = (container: HTMLElement) => container.querySelector('[aria-hidden] .cover-img')?.getAttribute('src')

  test('is the first artwork, else a screenshot, in the small size; else only the drawing [R-GAME-01]', async () => {
    expect(behind((await open({ ...FULL, artworks: [{ url: '/api/image?url=a&w=1080' }] })).container)).toBe(
      '/api/image?url=a&w=264',
    )
    cleanup()
    expect(behind((await open(FULL)).container)).toBe('/api/image?url=0&w=264')
  })
})

test('the activities of a game start again with ten when the reader comes back from another game [R-GAME-51]', async () => {
  const part = (n: number) => ({ activities: [], next: n + 1, source: 'asked' as const })
  const { client, router } = await open()
  const key = gameActivitiesQuery(ID).queryKey
  client.setQueryData(key, { pages: [part(1), part(2)], pageParams: [1, 2] })
  await act(() => router.navigate('/game/igdb_2'))
  expect(client.getQueryData(key)).toEqual({ pages: [part(1)], pageParams: [1] })
})

describe('content from sources', () => {
  test('names its sources, with a link to each', async () => {
    await open({ sources: ['igdb', 'rawg'] })
    expect(screen.getByRole('link', { name: 'IGDB' }).getAttribute('href')).toBe('https://www.igdb.com/')
    expect(screen.getByRole('link', { name: 'RAWG' }).getAttribute('href')).toBe('https://rawg.io/')
    cleanup()
    await open()
    expect(screen.queryByText(/Game data and pictures from/)).toBeNull()
  })
})

test('is marked as old while its source does not respond', async () => {
  await open({ dataSource: 'rawg', state: 'stale' } as never)
  expect(screen.getByText('RAWG is not responding right now. This is what it sent before.')).toBeTruthy()
  for (const state of ['live', 'stored']) {
    cleanup()
    await open({ state } as never)
    expect(screen.queryByText(/is not responding right now/)).toBeNull()
  }
})

describe('a failure', () => {
  test("of rendering shows 'Something went wrong', and 'Try again' loads the page again [R-GAME-32 R-GAME-33]", async () => {
    // React logs errors that the boundary caught.
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {})
    await open({ genres: null as never })
    expect(screen.getByRole('heading', { name: 'Something went wrong' })).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(reload).toHaveBeenCalledOnce()
  })

  test.each([
    [{ status: 502, body: { error: 'Upstream failed', requestId: 'r' } }, 'Failed to fetch game: 502 Bad Gateway'],
    [{ status: 503, body: null }, 'Failed to fetch game: 503 Service Unavailable'],
    [new CallError(0, { error: 'No internet connection - so it is' }), 'No internet connection - so it is'],
    [{ status: 200, body: null }, 'This part of the page could not be shown.'],
  ])('a game that cannot be fetched (%s) says %s [R-CAT-01]', async (answer, text) => {
    const { client } = await open(
      {},
      { server: { '/api/games/:gameId': () => (answer instanceof Error ? Promise.reject(answer) : answer) } },
    )
    await act(() => client.resetQueries({ queryKey: gameQuery(ID).queryKey }).catch(() => {}))
    await settle()
    expect(screen.getByRole('alert').textContent).toContain(text)
  })
})

test('a click on a card shows the name of the game from the card while its data load', () => {
  const client = new QueryClient()
  client.setQueryData(['games'], { games: [{ ...card(1), id: 'igdb_7346', name: 'Breath of the Wild' }] })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/game/igdb_7346']}>
        <Routes>
          <Route path="/game/:gameId" Component={Skeleton} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Breath of the Wild')
})
