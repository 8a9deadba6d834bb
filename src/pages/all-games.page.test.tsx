// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import type { GameSummary } from '#features/catalogue/catalogue.contract.ts'
import { gamesQuery, metadataQuery } from '#features/catalogue/web/catalogue.api.ts'
import { filtersOf, queryOf } from '#features/catalogue/web/filters.ts'
import { marksQuery } from '#features/library/web/library.api.ts'
import type { GameId } from '#shared/ids.ts'
import { CallError, connectTransport } from '#web/call.ts'
import { EnvContext } from '#web/page.ts'
import { load, Page } from './all-games.page.tsx'

afterEach(() => {
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
  list?: { games: GameSummary[]; totalGames: number; totalPages: number },
): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retry: false } } })
  const { queryKey } = gamesQuery(queryOf(filtersOf(new URLSearchParams(search))))
  if (list) client.setQueryData(queryKey, list)
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

test('a page has 48 posters in cover_big_2x, the first six of which are asked for at once [R-CAT-12 R-GAME-48]', () => {
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

test('nothing that fits offers to clear the filters', () => {
  open(clientWith('?year=1999', { games: [], totalGames: 0, totalPages: 0 }), '?year=1999')
  expect(screen.getByRole('heading', { name: 'No game fits' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Clear filters' }).getAttribute('href')).toBe('/all-games')
})

test('a page past the last one leads to the first, with its filters', () => {
  const search = '?year=1999&page=9'
  open(clientWith(search, { games: [], totalGames: 50, totalPages: 2 }), search)
  expect(screen.getByRole('link', { name: 'First page' }).getAttribute('href')).toBe('/all-games?year=1999')
})

test("a list that does not come says 'Failed to fetch games' in its place, and comes on another try [R-CAT-33]", async () => {
  const client = clientWith('')
  const failed = { status: 500, body: { error: 'Something went wrong.', requestId: 'r' } }
  const answers = [
    // One for the page's load, one for the page itself.
    failed,
    failed,
    { status: 200, body: { games: many(1), totalGames: 1, totalPages: 1 } },
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
