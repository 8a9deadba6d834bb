// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import type { Freshness, GameSummary, MeantGame } from '#features/catalogue/catalogue.contract.ts'
import { gamesQuery, metadataQuery } from '#features/catalogue/web/catalogue.api.ts'
import { filtersOf, queryOf } from '#features/catalogue/web/filters.api.ts'
import { marksQuery } from '#features/library/web/library.api.ts'
import type { GameId } from '#shared/ids.ts'
import { CallError, connectTransport } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { load, Page } from './all-games.page.tsx'

beforeEach(() => {
  // Nothing is ever in view here.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
  sessionStorage.clear()
})

const summary = (n: number): GameSummary => ({
  id: `igdb_${n}` as GameId,
  name: `Game ${n}`,
  year: 2000,
  genre: null,
  developer: null,
  cover_url: `/api/image?url=t_cover_big_2x%2Fco${n}.jpg`,
  dataSource: 'igdb',
  first_release_date: null,
  total_rating: null,
})
const many = (count: number) => Array.from({ length: count }, (_, at) => summary(at + 1))

function clientWith(
  search: string,
  list?: { games: GameSummary[]; totalGames: number; totalPages: number; state?: Freshness; meant?: MeantGame },
): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
  const { queryKey } = gamesQuery(queryOf(filtersOf(new URLSearchParams(search))))
  if (list) client.setQueryData(queryKey, { state: 'stored', source: 'local', ...list })
  client.setQueryData(metadataQuery().queryKey, { platforms: [], genres: [], gameModes: [], themes: [], years: [] })
  client.setQueryData(sessionQuery().queryKey, { user: null, session: null, authenticated: false })
  client.setQueryData(marksQuery().queryKey, {})
  return client
}

function open(client: QueryClient, search = '') {
  const initialEntries = [`/all-games${search}`]
  const router = createMemoryRouter([{ path: '/all-games', Component: Page }], { initialEntries })
  const env = { client, productName: 'Savepoint', demo: null, origin: 'http://localhost', renderedAt: 0 }
  return render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
}

test('a page has 48 posters in cover_big_2x, the first six of which are loaded eagerly [R-CAT-12 R-GAME-48]', () => {
  const { container } = open(clientWith('', { games: many(48), totalGames: 1909, totalPages: 40 }))
  const covers = [...container.querySelectorAll('.poster img')]
  expect(covers).toHaveLength(48)
  expect(covers.map((cover) => cover.getAttribute('loading'))).toEqual([
    ...Array.from({ length: 6 }, () => 'eager'),
    ...Array.from({ length: 42 }, () => 'lazy'),
  ])
  expect(covers[0]?.getAttribute('src')).toContain('t_cover_big_2x')
  expect(screen.getByText('1 to 48 of 1,909')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Page 2' }).getAttribute('href')).toBe('/all-games?page=2')
})

test('an empty result offers to clear the filters', () => {
  open(clientWith('?year=1999', { games: [], totalGames: 0, totalPages: 0 }), '?year=1999')
  expect(screen.getByRole('heading', { name: 'No matching games' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Clear filters' }).getAttribute('href')).toBe('/all-games')
})

test('a search by name alone that finds nothing says so, and leads to the game that it may mean', () => {
  const nothing = { games: [], totalGames: 0, totalPages: 0 }
  open(
    clientWith('?search=skirym', { ...nothing, meant: { id: 'igdb_472' as GameId, name: 'Skyrim' } }),
    '?search=skirym',
  )
  expect(screen.getByRole('heading', { name: 'Nothing by that name' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Did you mean Skyrim?' }).getAttribute('href')).toBe('/game/igdb_472')
  cleanup()
  open(clientWith('?search=zzqqxx', nothing), '?search=zzqqxx')
  expect(screen.getByRole('heading', { name: 'Nothing by that name' })).toBeTruthy()
  expect(screen.queryByText(/Did you mean/)).toBeNull()
})

test('a page past the last one links to the first, with its filters', () => {
  const search = '?year=1999&page=9'
  open(clientWith(search, { games: [], totalGames: 50, totalPages: 2 }), search)
  expect(screen.getByRole('link', { name: 'First page' }).getAttribute('href')).toBe('/all-games?year=1999')
})

test("a list that fails shows 'Failed to fetch games' in its place, and a retry loads it [R-CAT-33]", async () => {
  const client = clientWith('')
  const failed = { status: 500, body: { error: 'Something went wrong.', requestId: 'r' } }
  const answers = [
    // One request for the page's load, one for the page itself.
    failed,
    failed,
    { status: 200, body: { games: many(1), totalGames: 1, totalPages: 1, state: 'stored', source: 'local' } },
  ]
  connectTransport(client, async () => answers.shift() ?? failed)
  await load({ client, params: {}, url: new URL('http://localhost/all-games') }).catch((error: unknown) => {
    if (!(error instanceof CallError)) throw error
  })
  open(client)
  expect(await screen.findByText('Failed to fetch games')).toBeTruthy()
  screen.getByRole('button', { name: 'Try again' }).click()
  expect(await screen.findByText('Game 1')).toBeTruthy()
})

test('in the list view the covers are thumbnails, with genre, maker and rating beside them [R-GAME-47][R-GAME-50]', () => {
  const [first, ...others] = many(3) as [GameSummary, ...GameSummary[]]
  const games = [{ ...first, genre: 'Shooter', developer: 'Valve', total_rating: 87 }, ...others]
  const { container } = open(clientWith('?view=list', { games, totalGames: 3, totalPages: 1 }), '?view=list')
  const rows = container.querySelectorAll('.rows .row')
  expect(rows).toHaveLength(3)
  expect(rows[0]?.querySelector('img')?.getAttribute('src')).toContain('t_thumb')
  expect(rows[0]?.textContent).toContain('Shooter · Valve')
  expect(rows[0]?.textContent).toContain('8.7')
  expect(screen.getByRole('link', { name: 'Grid' }).getAttribute('href')).toBe('/all-games')
})

test('the end of a list links to the next page, also without scripts, and the last page has no link [R-CAT-41]', () => {
  open(clientWith('?page=2', { games: many(48), totalGames: 140, totalPages: 3 }), '?page=2')
  expect(screen.getByRole('link', { name: 'Load more' }).getAttribute('href')).toBe('/all-games?page=3')
  expect(screen.getAllByRole('link', { name: 'Page 1' })[0]?.getAttribute('href')).toBe('/all-games')
  cleanup()
  open(clientWith('?page=3', { games: many(44), totalGames: 140, totalPages: 3 }), '?page=3')
  expect(screen.queryByRole('link', { name: 'Load more' })).toBeNull()
})

test('a press for more moves the focus to the first new game and announces the number of games', async () => {
  const client = clientWith('', { games: many(48), totalGames: 96, totalPages: 2 })
  const games = many(96).slice(47)
  connectTransport(client, async () => ({
    status: 200,
    body: { games, totalGames: 96, totalPages: 2, state: 'stored', source: 'local' },
  }))
  open(client)
  fireEvent.click(screen.getByRole('link', { name: 'Load more' }))
  const [link] = await screen.findAllByRole('link', { name: /^Game 49, 2000/ })
  await expect.poll(() => document.activeElement).toBe(link)
  // A game that moved between the pages is listed once.
  expect(screen.getAllByRole('link', { name: /^Game \d+, 2000/ })).toHaveLength(96)
  expect(screen.getByText('96 of 96 games shown').getAttribute('role')).toBe('status')
})

test('responses that are cached because a source is down are marked as such', () => {
  open(clientWith('', { games: many(1), totalGames: 1, totalPages: 1, state: 'stale' }))
  expect(screen.getByText(/A source of the catalogue is not responding/)).toBeTruthy()
})

test("a search that fails shows 'Failed to search games', and the server's message below [R-CAT-35][R-CAT-38]", async () => {
  const client = clientWith('?search=zelda')
  const body = { error: 'All search services are unavailable', code: 'search_unavailable', requestId: 'r' }
  connectTransport(client, async () => ({ status: 503, body }))
  open(client, '?search=zelda')
  expect(await screen.findByRole('heading', { name: 'Failed to search games' })).toBeTruthy()
  expect(screen.getByText('All search services are unavailable')).toBeTruthy()
})

test("when metadata fails the page shows 'Failed to fetch metadata', and the sheet 'Failed to fetch platforms' [R-CAT-34][R-CAT-37]", async () => {
  const client = clientWith('', { games: many(1), totalGames: 1, totalPages: 1 })
  client.removeQueries({ queryKey: metadataQuery().queryKey })
  connectTransport(client, async () => ({ status: 500, body: { error: 'Broken', requestId: 'r' } }))
  open(client)
  expect(await screen.findByText('Failed to fetch metadata')).toBeTruthy()
  fireEvent.click(screen.getByText('More filters'))
  expect(await screen.findByText('Failed to fetch platforms')).toBeTruthy()
})

test('a visit from elsewhere applies the last filters; an address with filters applies its own [R-CAT-08]', async () => {
  const client = clientWith('?genre=12&page=2', { games: many(1), totalGames: 60, totalPages: 2 })
  open(client, '?genre=12&page=2')
  const arrive = (search: string) =>
    load({ client, params: {}, url: new URL(`http://localhost/all-games${search}`) }).then(
      () => null,
      (answer: unknown) => (answer instanceof Response ? answer.headers.get('location') : answer),
    )
  expect(await arrive('')).toBe('/all-games?genre=12')
  expect(await arrive('?genre=12&page=2')).toBeNull()
  cleanup()
  // A reset is not stored.
  open(clientWith('', { games: many(1), totalGames: 1, totalPages: 1 }))
  expect(sessionStorage.getItem('savepoint.filters')).toBeNull()
})
