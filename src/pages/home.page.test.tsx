// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { accountsKeys, SIGNED_OUT } from '#features/accounts/web/accounts.api.ts'
import { SLOGAN } from '#features/info/info.texts.ts'
import { VIEWER } from '#tests/browser/fake-server.tsx'
import { EnvContext } from '#web/page.ts'
import { loadedSoon, withSkeleton } from '#web/page-load.tsx'
import { createQueryClient } from '#web/query-client.ts'
import * as home from './home.page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const GAME = { id: 'igdb_1942', name: 'Celeste', year: 2018, genre: null, developer: null, cover_url: null }
const ANSWERS: Record<string, object> = {
  '/api/library': { data: [], total: 0, hasMore: false },
  '/api/user/stats': { total_games: 3 },
  '/api/social/circle': { people: [], popular: [] },
  '/api/games': { games: [GAME], totalGames: 1, totalPages: 1, state: 'fresh' },
  '/api/social/activity-feed': { activities: [], nextCursor: null },
  '/api/library/marks': { marks: {} },
}

/** Shows another page, from which the test opens the start page as a click does. */
function show(session: object) {
  const client = createQueryClient()
  client.setQueryData(accountsKeys.session, session as never)
  const env = { client, productName: 'Savepoint', demo: null, origin: '', renderedAt: Date.now() }
  const router = createMemoryRouter(
    [
      {
        path: '/',
        loader: () => loadedSoon(home.load({ client, params: {}, url: new URL('http://here.example/') })),
        Component: withSkeleton(home),
      },
      { path: '/releases', element: 'Releases' },
    ],
    { initialEntries: ['/releases'] },
  )
  render(
    <EnvContext value={env}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </EnvContext>,
  )
  return { client, router }
}

test('a link shows the sentence of the start page while its data load', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const { router } = show(SIGNED_OUT)
  await act(() => router.navigate('/'))
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(SLOGAN)
  expect(screen.getByRole('status').textContent).toBe('Loading')
  // The focus waits for the heading of the page.
  expect(document.querySelector('.shape')).not.toBeNull()
})

test('shows the home of a member at once with its feed, so that nothing moves', async () => {
  const feed = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://here.example')
    if (pathname === '/api/social/activity-feed') await feed.promise
    const body = ANSWERS[pathname]
    return body ? Response.json(body) : Response.json({ error: 'Not found' }, { status: 404 })
  })
  const { router } = show({ user: VIEWER, session: null, authenticated: true })
  await act(() => router.navigate('/'))
  expect(screen.queryByRole('heading', { name: 'Activity' })).toBeNull()
  await act(async () => feed.resolve())
  expect(await screen.findByRole('heading', { name: 'Activity' })).toBeDefined()
  expect(screen.getByText('Quiet so far')).toBeDefined()
  // Nothing is in play, and there are no friends.
  expect(screen.getByRole('heading', { name: 'Popular' })).toBeDefined()
})

const ENTRY = {
  ...{
    id: 'e1',
    type: 'review',
    date: '2026-11-20',
    title: null,
    content: 'Fine.',
    rating: 8,
    spoils_to: null,
    fold: null,
  },
  ...{ progress: null, hoursPlayed: null, game: { id: GAME.id, name: GAME.name, cover_url: null }, is_public: true },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', updatedAt: '2026-11-20T10:00:00.000Z' },
}
test.each([
  ['who has nothing', [], 'Nothing in your library yet'],
  ['who has written a review, but shelved no game', [ENTRY], 'Your journal has begun'],
])('a newcomer %s reads that at the top', async (_, entries, title) => {
  const answers = { ...ANSWERS, '/api/user/stats': { total_games: 0 }, '/api/journal': { entries, nextCursor: null } }
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), 'http://here.example')
    const body = (answers as typeof ANSWERS)[pathname]
    return body ? Response.json(body) : Response.json({ error: 'Not found' }, { status: 404 })
  })
  const { router } = show({ user: VIEWER, session: null, authenticated: true })
  await act(() => router.navigate('/'))
  expect(await screen.findByRole('heading', { name: title })).toBeDefined()
})
