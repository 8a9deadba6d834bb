import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { matchPath } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { INFO_PAGES } from '../src/features/info/info.rules.ts'
import { type Member, signUp } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

interface Place {
  path: string
}
interface PageEntry {
  path: string
  isForMembers?: boolean
}

const app = useTestApp()
let isForViewer: (place: Place, viewer: { role: string } | null) => boolean
let places: readonly Place[]
let pages: readonly PageEntry[]
let root: Member
beforeAll(async () => {
  ;({ PLACES: places } = await import(resolve('src/features/search/web/places.ts')))
  ;({ isForViewer } = await import(resolve('src/features/search/web/place.ts')))
  ;({ PAGES: pages } = await import(resolve('src/app/routes.tsx')))
  // The pages begin to load components that the server renders; the file must not end before they are there.
  const { loadParts } = await import(resolve('src/web/lazy-hydration.tsx'))
  await loadParts()
  root = await signUp(app, { becomeAdmin: true })
})

const pathOf = ({ path }: Place) => path.replace(/#.*/, '')
/** The page that the app shows at the address: a fixed one before one with parameters. */
const pageAt = (address: string) =>
  pages.find(({ path }) => path === address) ?? pages.find(({ path }) => matchPath(path, address) !== null)

/** Fixed addresses that nobody goes to by name, with the reason. */
const EXCUSED: Record<string, string> = {
  '/welcome': 'The sign-up leads there once.',
  '/oauth/authorize': 'An app leads there with its request.',
  '/reset-password': 'A link in a mail leads there.',
  '/news': 'Redirects to /info/news.',
  '/games': 'Redirects to /all-games.',
  '/settings': 'Redirects to the first tab, and each tab is a place.',
  '/design': 'Only in development.',
}

test('every place of the search has the address of a page, and each only once', () => {
  expect(places.filter((place) => !pageAt(pathOf(place)))).toEqual([])
  expect(new Set(places.map(({ path }) => path)).size).toBe(places.length)
})

test('every page with a fixed address is a place of the search, or is excused', () => {
  const fixed = pages
    .filter(({ path }) => !/:\w+(?!\?|\w)/.test(path))
    .map(({ path }) => path.replace(/(?:\/:\w+\?)+$/, '') || '/')
  expect(fixed.length).toBeGreaterThan(20)
  const known = new Set(places.map(pathOf))
  expect(fixed.filter((path) => !known.has(path) && !EXCUSED[path])).toEqual([])
})

test('every page of the admin area and every info page is a place', async () => {
  const { groups } = (await root.get('/api/admin/pages')).body as { groups: { pages: { path: string }[] }[] }
  const expected = [
    ...groups.flatMap((group) => group.pages.map(({ path }) => path)),
    ...INFO_PAGES.map((page) => `/info/${page}`),
  ]
  const known = new Set(places.map(pathOf))
  expect(expected.length).toBeGreaterThan(12)
  expect(expected.filter((path) => !known.has(path))).toEqual([])
})

test.each(INFO_PAGES)('every link of the info page %s leads to a place', (name) => {
  const text = readFileSync(`src/features/info/pages/${name}.md`, 'utf8')
  const paths = [...text.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path = '']) => path)
  expect(paths.length).toBeGreaterThan(0)
  const known = new Set(places.map(pathOf))
  expect(paths.filter((path) => !known.has(path) && !EXCUSED[path])).toEqual([])
})

test('a place is offered only to people who can open its page', () => {
  for (const place of places) {
    const page = pageAt(pathOf(place)) as PageEntry
    const isOfAdmins = page.path.startsWith('/admin')
    const [visitor, member, admin] = [null, { role: 'user' }, { role: 'admin' }].map((viewer) =>
      isForViewer(place, viewer),
    )
    expect([place.path, isOfAdmins && (visitor || member)]).toEqual([place.path, false])
    if (page.isForMembers) expect([place.path, visitor, member, admin]).toEqual([place.path, false, true, true])
    if (isOfAdmins) expect([place.path, admin]).toEqual([place.path, true])
  }
})
