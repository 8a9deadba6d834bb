// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import { createMemoryRouter, MemoryRouter, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as game from '#pages/game.page.tsx'
import { createQueryClient } from '#web/query-client.ts'
import { fetchNextPages } from './next-pages.ts'
import { pageFinder } from './page-of-path.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.innerHTML = ''
})

const page = (path: string, file: string) => ({ path, handle: { path, file }, element: null })
const children = [page('/', 'home'), page('/game/:gameId', 'game'), page('/releases', 'releases')]
const open = () => createMemoryRouter(children)
const pageOf = pageFinder([{ children }])
const links = (...addresses: string[]) => {
  document.body.innerHTML = addresses.map((href) => `<a href="${href}">a</a>`).join('')
}

test('each kind of page that links lead to is fetched once, also after a navigation', async () => {
  const router = open()
  const load = vi.fn(async () => ({}))
  links('/game/igdb_1', '/game/igdb_2', 'https://elsewhere.example/releases')
  fetchNextPages(router, pageOf, load)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load.mock.calls).toEqual([['game']])
  links('/game/igdb_3', '/releases')
  await router.navigate('/game/igdb_3')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load.mock.calls).toEqual([['game'], ['releases']])
})

test('nothing is fetched on a connection that saves data', async () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  const load = vi.fn(async () => ({}))
  links('/releases')
  fetchNextPages(open(), pageOf, load)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(load).not.toHaveBeenCalled()
})

test('a click then shows the name of a game from its card, before code or data arrive', async () => {
  const skeleton = vi.fn()
  links('/game/igdb_7346')
  fetchNextPages(open(), pageOf, async () => ({
    ...game,
    loadSkeleton: () => game.loadSkeleton().then(skeleton),
  }))
  await vi.advanceTimersByTimeAsync(2000)
  vi.useRealTimers()
  await expect.poll(() => skeleton).toHaveBeenCalled()
  const client = createQueryClient()
  const card = { id: 'igdb_7346', name: 'Breath of the Wild', year: 2017, developer: null, genre: null, coverUrl: null }
  client.setQueryData(['games'], { games: [card] })
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/game/igdb_7346']}>
        <Routes>
          <Route path="/game/:gameId" Component={game.Loading} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Breath of the Wild')
})
