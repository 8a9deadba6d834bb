import { matchRoutes } from 'react-router'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadParts } from '#web/lazy-hydration.tsx'
import { installContributions } from '#web/slots.tsx'
import { pageFinder } from './page-of-path.ts'
import { allPages, buildRoutes } from './routes.tsx'
import { WEB_FEATURES } from './web-features.ts'

// The frame of every page loads parts of itself, which must not arrive after the tests.
beforeAll(loadParts)

const restore = installContributions(WEB_FEATURES)
afterAll(restore)
const pages = allPages()
const routes = buildRoutes(async () => ({ Page: () => null }))
const pageOf = pageFinder(routes)
const filled = (path: string, rest: RegExp) => path.replace(rest, '').replace(/:\w+\??/g, 'some-text')

test('the page of each address is the one that the router shows', () => {
  const addresses = pages.flatMap(({ path }) => [
    filled(path, /$^/),
    filled(path, /\/:\w+\?/g) || '/',
    filled(path, /$^/).toUpperCase(),
    `${filled(path, /$^/)}/`,
    filled(path, /$^/).replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  ])
  const found = addresses.map((address) => [address, pageOf(address)?.file])
  expect(found).toEqual(addresses.map((address) => [address, matchRoutes(routes, address)?.at(-1)?.route.handle?.file]))
  expect(new Set(found.map(([, file]) => file))).toEqual(new Set(pages.map(({ file }) => file)))
})

test('an address without a page has none', () => {
  for (const address of ['/nothing', '/forum/a/b/c', '/game', '/profile/a/b/c', '/:start', '/*'])
    expect([address, pageOf(address)]).toEqual([address, undefined])
  // The router would warn of a path that it cannot decode.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(pageOf('/%66%')).toBeUndefined()
  expect(warn).not.toHaveBeenCalled()
  warn.mockRestore()
})
