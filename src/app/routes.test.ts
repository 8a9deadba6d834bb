import { type LoaderFunction, RouterContextProvider, redirect } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as forum from '#pages/forum.page.tsx'
import * as list from '#pages/list.page.tsx'
import * as member from '#pages/member.page.tsx'
import * as playlist from '#pages/playlist.page.tsx'
import * as statistics from '#pages/statistics.page.tsx'
import { awaitServerLoads } from '#web/lazy-hydration.tsx'
import { envContext, type PageModule } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { installContributions } from '#web/slots.tsx'
import { buildRoutes } from './routes.tsx'
import { WEB_FEATURES } from './web-features.ts'

afterAll(installContributions(WEB_FEATURES))

// The frame of every page loads parts of itself, which must not arrive after the tests.
beforeAll(awaitServerLoads)

/** Opens the address in a started browser, whose page takes longer than a skeleton waits. */
function open(page: PageModule, path: string, address: string, params: Record<string, string>) {
  const [root] = buildRoutes(
    async () => page,
    {},
    () => true,
  )
  const { loader } = root?.children?.find((route) => route.path === path) ?? {}
  const context = new RouterContextProvider()
  const env = { client: createQueryClient(), productName: 'Savepoint', demo: null, origin: '', renderedAt: 0 }
  context.set(envContext, env)
  const request = new Request(`http://here.example${address}`)
  return (loader as LoaderFunction)({ context, params, request } as never)
}
const ID = '0197a1b2-0000-7000-8000-000000000201'

test.each([
  [forum, '/forum/:part?/:id?', `/forum/post/${ID}`, { part: 'post', id: ID }],
  [forum, '/forum/:part?/:id?', `/forum/thread/${ID}?unread=1`, { part: 'thread', id: ID }],
  [forum, '/forum/:part?/:id?', `/forum/thread/${ID}?post=${ID}`, { part: 'thread', id: ID }],
  [playlist, '/playlists/:idOrSlug', '/playlists/short-ones', { idOrSlug: 'short-ones' }],
  [member, '/profile/:handle', '/profile/mara', { handle: 'mara' }],
  [statistics, '/profile/:handle/statistics', '/profile/mara/statistics', { handle: 'mara' }],
])('a slow redirect is followed: %#', async (module, path, address, params) => {
  vi.useFakeTimers()
  const answer = Promise.withResolvers<never>()
  const opened = Promise.resolve(open({ ...module, load: () => answer.promise }, path, address, params))
  const settled = vi.fn()
  opened.then(settled, settled)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(settled).not.toHaveBeenCalled()
  answer.reject(redirect('/elsewhere'))
  expect(await opened.catch((thrown: Response) => thrown.headers.get('location'))).toBe('/elsewhere')
  vi.useRealTimers()
})

test.each([
  [forum, '/forum/:part?/:id?', `/forum/thread/${ID}`, { part: 'thread', id: ID }],
  [playlist, '/playlists/:idOrSlug', `/playlists/${ID}`, { idOrSlug: ID }],
  [member, '/profile/:handle', `/profile/${ID}`, { handle: ID }],
  [statistics, '/profile/:handle/statistics', `/profile/${ID}/statistics`, { handle: ID }],
  [list, '/lists/:listId', `/lists/${ID}`, { listId: ID }],
])('a slow page shows its skeleton: %#', async (module, path, address, params) => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { pathname: '/' })
  const opened = open({ ...module, load: () => new Promise(() => {}) }, path, address, params)
  await vi.advanceTimersByTimeAsync(10_000)
  // The page hears when it has loaded.
  expect(await opened).toEqual({ loading: expect.any(Promise) })
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a page is shown at once if its heading is known, and otherwise waits a moment for its data', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { pathname: '/' })
  const page = { Page: () => null, hasSkeletons: true, load: () => new Promise(() => {}) }
  const shown: string[] = []
  const openAs = (name: string, module: PageModule) =>
    Promise.resolve(open(module, '/releases', '/releases', {})).then(() => shown.push(name))
  void openAs('known', { ...page, isKnown: () => true })
  void openAs('unknown', { ...page, isKnown: () => false })
  await vi.advanceTimersByTimeAsync(1)
  expect(shown).toEqual(['known'])
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown).toEqual(['known', 'unknown'])
  // Another list of the open page: what is there stays for a moment.
  vi.stubGlobal('location', { pathname: '/releases' })
  void openAs('changed', { ...page, isKnown: () => true })
  await vi.advanceTimersByTimeAsync(1)
  expect(shown).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(1000)
  expect(shown).toHaveLength(3)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a page with a skeleton for arrivals keeps the open list while another one loads', async () => {
  vi.useFakeTimers()
  const loaded = Promise.withResolvers<void>()
  const page: PageModule = { Page: () => null, hasSkeletons: 'on arrival', load: () => loaded.promise }
  vi.stubGlobal('location', { pathname: '/releases' })
  const shown = vi.fn()
  void Promise.resolve(open(page, '/releases', '/releases?span=out', {})).then(shown)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown).not.toHaveBeenCalled()
  loaded.resolve()
  await vi.advanceTimersByTimeAsync(1)
  expect(shown).toHaveBeenCalledWith(null)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
