import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BROWSER_STORAGE } from '../src/shared/browser-storage.ts'

const sources = globSync('src/**/*.{ts,tsx,js}')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '') }))

/** The files that may access the browser's storage. All others use these. */
const ALLOWED_FILES: Record<string, RegExp> = {
  'src/web/consented-storage.ts': /localStorage|document\??\.cookie/,
  'src/web/consent.ts': /localStorage/,
  'src/web/preference-cookies.ts': /document\.cookie/,
  // Runs before the first paint, as a separate file.
  'src/web/ui/theme-boot.js': /document\.cookie/,
}
const STORES = /localStorage|document\??\.cookie|cookieStore|indexedDB|caches\.open/

test('only these files store data that outlives a tab, so that none of it bypasses consent', () => {
  const those = sources.filter(({ text }) => STORES.test(text)).map(({ path }) => path)
  expect(those.sort()).toEqual(Object.keys(ALLOWED_FILES).sort())
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
