import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BROWSER_STORAGE } from '../src/shared/browser-storage.ts'

const sources = globSync('src/**/*.{ts,tsx,js}')
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '') }))

/** Where the browser is reached that keeps things; all others go through these. */
const WHO_MAY: Record<string, RegExp> = {
  'src/web/consented-storage.ts': /localStorage|document\??\.cookie/,
  'src/web/consent.ts': /localStorage/,
  'src/web/preference-cookies.ts': /document\.cookie/,
  // Before the first paint, from a file of its own.
  'src/web/ui/theme-boot.js': /document\.cookie/,
}
const KEEPS = /localStorage|document\??\.cookie|cookieStore|indexedDB|caches\.open/

test('what outlives a tab is kept in one place, so that consent cannot be forgotten', () => {
  const those = sources.filter(({ text }) => KEEPS.test(text)).map(({ path }) => path)
  expect(those.sort()).toEqual(Object.keys(WHO_MAY).sort())
})

test('what the page reads before the first paint is in the list', () => {
  const boot = sources.find(({ path }) => path.endsWith('theme-boot.js'))?.text ?? ''
  const names = [...boot.matchAll(/\(\?:\^\|; \)(\w+)=/g)].map(([, name]) => name as keyof typeof BROWSER_STORAGE)
  expect(names).toEqual(['theme', 'beta'])
  for (const name of names) expect(BROWSER_STORAGE[name].needs).toBe('functional')
})

test('whatever needs no consent is the server’s, ends with the tab, or is the choice itself', () => {
  const essential = Object.entries(BROWSER_STORAGE).filter(([, { needs }]) => needs === 'essential')
  const own = essential.filter(([name, kept]) => kept.in !== 'tab' && !name.startsWith('savepoint.'))
  expect(own.map(([name]) => name)).toEqual(['consent'])
})
