import { type LoaderFunction, RouterContextProvider, redirect } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadParts } from '#web/lazy-hydration.tsx'
import { envContext, type PageModule } from '#web/page.ts'
import { createQueryClient } from '#web/query-client.ts'
import { installContributions } from '#web/slots.tsx'
import { buildRoutes } from './routes.tsx'
import { WEB_FEATURES } from './web-features.ts'

afterAll(installContributions(WEB_FEATURES))

// The frame of every page loads parts of itself, which must not arrive after the tests.
beforeAll(loadParts)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('location', { pathname: '/' })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const Page = () => null

/** Opens the address in a started browser. */
function open(page: PageModule, address: string) {
  const [root] = buildRoutes(
    async () => page,
    {},
    () => true,
  )
  const { loader } = root?.children?.find((route) => route.path === '/releases') ?? {}
  const context = new RouterContextProvider()
  const env = { client: createQueryClient(), productName: 'Savepoint', demo: null, origin: '', renderedAt: 0 }
  context.set(envContext, env)
  const request = new Request(`http://here.example${address}`)
  return Promise.resolve((loader as LoaderFunction)({ context, params: {}, request } as never))
}

test('a slow page shows its skeleton after a moment', async () => {
  const shown = vi.fn()
  void open({ Page, Skeleton: Page, load: () => new Promise(() => {}) }, '/releases').then(shown)
  await vi.advanceTimersByTimeAsync(50)
  expect(shown).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  // The page hears when it has loaded.
  expect(shown).toHaveBeenCalledWith({ loading: expect.any(Promise) })
})

test.each([
  ['without a skeleton', { Page }, '/'],
  ['of which another list is open', { Page, Skeleton: Page }, '/releases'],
])('a page %s is shown when it has loaded', async (_, page, here) => {
  vi.stubGlobal('location', { pathname: here })
  const loaded = Promise.withResolvers<void>()
  const shown = vi.fn()
  void open({ ...page, load: () => loaded.promise }, '/releases?span=out').then(shown)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(shown).not.toHaveBeenCalled()
  loaded.resolve()
  await vi.advanceTimersByTimeAsync(1)
  expect(shown).toHaveBeenCalledWith(null)
})

test('a redirect that comes soon is followed without a skeleton', async () => {
  const load = () => Promise.reject(redirect('/elsewhere'))
  const thrown = await open({ Page, Skeleton: Page, load }, '/releases').catch((response: Response) => response)
  expect((thrown as Response).headers.get('location')).toBe('/elsewhere')
})
