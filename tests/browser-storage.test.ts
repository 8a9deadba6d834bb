import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COOKIE_PREFIX, COOKIES } from '../src/features/accounts/server/auth/better-auth/cookies.ts'
import { BROWSER_STORAGE } from '../src/shared/browser-storage.ts'

const sources = globSync('src/**/*.{ts,tsx,js}')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '') }))

/** The files that may access the browser's storage. All others use these. */
const ALLOWED_FILES = [
  'src/web/consented-storage.ts',
  'src/web/consent.ts',
  'src/web/preference-cookies.ts',
  // Runs before the first paint, as a separate file.
  'src/web/ui/theme-boot.js',
  // The service worker, and what removes it (decision 0131).
  'src/web/service-worker/shell.ts',
  'src/web/service-worker/off.js',
  'src/features/offline/web/clear-device.ts',
]
const STORES = /localStorage|sessionStorage|document\??\.cookie|cookieStore|indexedDB|caches\.open/

test('only these files access storage and cookies, so that nothing bypasses the list and consent', () => {
  const those = sources.filter(({ text }) => STORES.test(text)).map(({ path }) => path)
  expect(those.sort()).toEqual(ALLOWED_FILES.sort())
})

test('the router stores scroll positions under the listed name, and no transitions', () => {
  // The type of `readTabStored` checks that this name is in the list.
  const text = sources.map((source) => source.text).join('\n')
  expect(text.match(/<ScrollRestoration\b[^>]*>/g)).toEqual([
    '<ScrollRestoration storageKey={SCROLL_POSITIONS} getKey={keyOfPosition} />',
  ])
  expect(text).not.toMatch(/\bviewTransition\b/)
})

test('the list contains every cookie that the server names, and those of better-auth', () => {
  const own = sources
    .filter(({ path }) => path.includes('/server/'))
    .flatMap(({ text }) => [...text.matchAll(/cookieName\('([^']+)'|writeCookie\('([^']+)'|_COOKIE = '([^']+)'/g)])
    .map(([, ...names]) => names.find((name) => name !== undefined) as string)
  expect(own).toEqual(expect.arrayContaining(['savepoint.csrf', 'savepoint.device', 'savepoint.recovery', 'visit']))
  // better-auth only deletes the cache of the session, because it is turned off.
  const { sessionCache: _deleted, ...set } = COOKIES
  const named = [...own, ...Object.values(set).map((name) => `${COOKIE_PREFIX}.${name}`)]
  expect(named.filter((name) => !(name in BROWSER_STORAGE))).toEqual([])
})

test('the list contains the cookies that the page reads before the first paint', () => {
  const boot = sources.find(({ path }) => path.endsWith('theme-boot.js'))?.text ?? ''
  const names = [...boot.matchAll(/\(\?:\^\|; \)(\w+)=/g)].map(([, name]) => name as keyof typeof BROWSER_STORAGE)
  expect(names).toEqual(['theme', 'beta'])
  for (const name of names) expect(BROWSER_STORAGE[name].needs).toBe('functional')
})

test('every item without consent is from the server, ends with the tab, or is the consent itself', () => {
  const essential = Object.entries(BROWSER_STORAGE).filter(([, { needs }]) => needs === 'essential')
  const own = essential.filter(([name, item]) => item.in !== 'tab' && !name.startsWith('savepoint.'))
  expect(own.map(([name]) => name)).toEqual(['consent'])
})
