import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { matchPath } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { type Destination, type FeaturePages, isForRole } from '#shared/feature-pages.ts'
import { INFO_PAGES } from '../src/features/info/info.rules.ts'
import { type Member, signUp } from './support/members.ts'
import { DESTINATIONS, PAGE_ENTRIES } from './support/page-entries.ts'
import { useTestApp } from './support/test-app.ts'
import { contributedTo } from './support/web-features.ts'

const app = useTestApp()
let root: Member
beforeAll(async () => {
  root = await signUp(app, { becomeAdmin: true })
})

const pages = PAGE_ENTRIES
const places = DESTINATIONS

const pathOf = ({ path }: Pick<Destination, 'path'>) => path.replace(/#.*/, '')
/** The page that the app shows at the address: a fixed one before one with parameters. */
const pageAt = (address: string) =>
  pages.find(({ path }) => path === address) ?? pages.find(({ path }) => matchPath(path, address) !== null)

/** Fixed addresses that nobody goes to by name, with the reason. */
const EXCUSED: Record<string, string> = {
  '/welcome': 'The sign-up leads there once.',
  '/offline': 'The service worker leads there without a network.',
  '/oauth/authorize': 'An app leads there with its request.',
  '/reset-password': 'A link in a mail leads there.',
  '/news': 'Redirects to /info/news.',
  '/games': 'Redirects to /all-games.',
  '/settings': 'Redirects to the first tab, and each tab is a place.',
}

test('the pages that features define are registered with the server, and contributed to the browser', async () => {
  const defined: FeaturePages[] = []
  for (const path of globSync('src/features/*/*.pages.ts'))
    defined.push(...Object.values<FeaturePages>(await import(resolve(path))))
  const contributed = await contributedTo<FeaturePages>('src/web/web.slots.ts', 'featurePages')
  const pathsOf = (all: readonly FeaturePages[]) =>
    all.flatMap(({ pages = [], destinations = [] }) => [...pages, ...destinations].map(({ path }) => path)).toSorted()
  expect(pathsOf(contributed)).toEqual(pathsOf(defined))
  expect([...pages, ...places].map(({ path }) => path).toSorted()).toEqual(pathsOf(defined))
})

test('links and offered addresses each have a place of their own', () => {
  const orders = [
    ({ offered }: Destination) => offered,
    ({ links }: Destination) => links?.header?.members,
    ({ links }: Destination) => links?.header?.visitors,
    ({ links }: Destination) => links?.bar?.members,
    ({ links }: Destination) => links?.bar?.visitors,
    ({ links }: Destination) => links?.own,
    ({ links }: Destination) => links?.footer,
  ]
  for (const orderOf of orders) {
    const numbers = places.map(orderOf).filter((order) => order !== undefined)
    expect(numbers.length).toBeGreaterThan(2)
    expect(new Set(numbers).size).toBe(numbers.length)
  }
})

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
    const page = pageAt(pathOf(place)) as (typeof pages)[number]
    const isOfAdmins = page.path.startsWith('/admin')
    const [visitor, member, admin] = ([null, 'user', 'admin'] as const).map((role) => isForRole(place.for, role))
    expect([place.path, isOfAdmins && (visitor || member)]).toEqual([place.path, false])
    if (page.isForMembers) expect([place.path, visitor, member, admin]).toEqual([place.path, false, true, true])
    if (isOfAdmins) expect([place.path, admin]).toEqual([place.path, true])
  }
})
