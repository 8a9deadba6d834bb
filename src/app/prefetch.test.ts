// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { prefetchOnIntent } from './prefetch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

test('the code and the data of a page are fetched when a pointer rests on its link, once', async () => {
  document.body.innerHTML = '<a href="/game/igdb_1">a</a><a href="https://elsewhere.example/">b</a>'
  const [game, elsewhere] = document.links
  const load = vi.fn(async () => {})
  const findPage = vi.fn(async () => ({ page: { Page: () => null, load }, params: { gameId: 'igdb_1' } }))
  const client = new QueryClient()
  prefetchOnIntent(findPage, client)
  const rest = async (link: Element | undefined, ms: number) => {
    link?.dispatchEvent(new Event('pointerover', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(ms)
  }
  await rest(game, 30)
  await rest(elsewhere, 100)
  expect(findPage).not.toHaveBeenCalled()
  await rest(game, 100)
  await rest(game, 100)
  expect(findPage).toHaveBeenCalledTimes(1)
  expect(load).toHaveBeenCalledWith({ client, params: { gameId: 'igdb_1' }, url: expect.any(URL) })
})
