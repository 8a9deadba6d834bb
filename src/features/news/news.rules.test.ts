import { expect, test } from 'vitest'
import { isFeatured, isSlug, readingMinutes, SLUG_MAX, slugOf, stateOf } from './news.rules.ts'
import { listFailure, NEWS_TEXTS } from './news.texts.ts'

test.each([
  ['Hello, World!', 'hello-world'],
  ['  Crème brûlée & Pokémon ', 'creme-brulee-pokemon'],
  ["Mara's list, and Mara’s year", 'mara-s-list-and-mara-s-year'],
  ['ゼルダの伝説', 'ゼルダの伝説'],
  ['Привет, мир', 'привет-мир'],
  ['???', 'post'],
  ['', 'post'],
  ['🎮', 'post'],
  ['a'.repeat(150), 'a'.repeat(80)],
  [`${'word '.repeat(30)}`, `${'word-'.repeat(15)}word`],
])('%j suggests the slug %j', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
  expect(isSlug(slugOf(title))).toBe(true)
  expect([...slugOf(title)].length).toBeLessThan(SLUG_MAX)
})

test.each(['', '-', 'a-', '-a', 'a--b', 'A', 'a b', 'a/b', 'a.b', 'a_b', '01900000-0000-7000-8000-000000000000'])(
  '%j is no slug',
  (text) => {
    expect(isSlug(text)).toBe(false)
  },
)

test.each([
  [{ badge: null, category: 'Feature' as const }, true],
  [{ badge: 'FEATURED', category: 'Security' as const }, true],
  [{ badge: 'New', category: 'Security' as const }, false],
  [{ badge: null, category: 'Community' as const }, false],
])('%j is featured: %s', (post, featured) => {
  expect(isFeatured(post)).toBe(featured)
})

test('a published post waits until its time', () => {
  const now = new Date('2026-12-01T10:00:00Z')
  const at = (text: string | null) => (text === null ? null : new Date(text))
  const state = (status: 'draft' | 'published' | 'archived', published: string | null) =>
    stateOf({ status, published_at: at(published) }, now)
  expect(state('published', '2026-12-01T10:00:00.001Z')).toBe('scheduled')
  expect(state('published', '2026-12-01T10:00:00Z')).toBe('published')
  expect(state('draft', '2026-12-02T10:00:00Z')).toBe('draft')
  expect(state('archived', null)).toBe('archived')
})

test('reading takes at least a minute', () => {
  expect([0, 100, 330, 2200].map(readingMinutes)).toEqual([1, 1, 2, 10])
})

test('a failure of the database before its migration has its own sentence [R-NEWS-16] [R-NEWS-17]', () => {
  expect(listFailure('Anything')).toBe('Failed to fetch news posts')
  expect(listFailure('relation "news_posts" does not exist')).toBe(NEWS_TEXTS.settingUp)
  expect(NEWS_TEXTS.settingUp).toBe('News system is being set up. Please run the database migration first.')
})
