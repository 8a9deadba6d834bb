import { describe, expect, test } from 'vitest'
import {
  contrastOf,
  DEFAULT_COLORS,
  eventStateOf,
  freeSlug,
  PLAYLIST_TYPES,
  readableText,
  slugOf,
  tagsOf,
  typeOf,
} from './playlists.rules.ts'
import { TYPE_LABELS } from './playlists.texts.ts'

test('there are exactly five types, and a stored unknown type counts as custom [R-GEN-05] [R-PLDATA-16]', () => {
  expect(PLAYLIST_TYPES).toEqual(['featured', 'collection', 'event', 'genre', 'custom'])
  expect(PLAYLIST_TYPES.map(typeOf)).toEqual([...PLAYLIST_TYPES])
  expect(['', 'Featured', 'mixtape'].map(typeOf)).toEqual(['custom', 'custom', 'custom'])
  expect(Object.values(TYPE_LABELS)).toEqual(['Featured', 'Collection', 'Event', 'Genre', 'Custom'])
})

test.each([
  ['  Best of 2024!! (RPG) ', 'best-of-2024-rpg'],
  ['My List!', 'my-list'],
  ['', 'untitled'],
  ['   ', 'untitled'],
  ['!!! … ???', 'untitled'],
  ['日本のゲーム', '日本のゲーム'],
  ['Pokémon & Ōkami', 'pokemon-okami'],
  ['Лучшие игры', 'лучшие-игры'],
  ['🎮', 'untitled'],
  ["Mara's list", 'mara-s-list'],
  ['--a__b--', 'a-b'],
  ['Top 10', 'top-10'],
  ['İ'.repeat(120), 'i'.repeat(120)],
])('the slug of %o is %s [R-PLDATA-09] [R-PLED-14]', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('a slug gets the first free suffix, and never an address that is something else (C08)', () => {
  const free = (base: string, taken: readonly string[] = []) =>
    freeSlug(base, new Set(taken), (slug) => slug === 'category')
  expect(free('a')).toBe('a')
  expect(free('a', ['a', 'a-2', 'a-4'])).toBe('a-3')
  expect(free('category')).toBe('category-2')
  expect(free('category', ['category-2'])).toBe('category-3')
  const id = '019a0000-0000-7000-8000-000000000000'
  expect(free(id)).toBe(`${id}-2`)
})

test.each([
  ['a, ,b ,', ['a', 'b']],
  ['', []],
  [' , ,, ', []],
  ['rainy days,short', ['rainy days', 'short']],
])('%o is split into tags [R-PLED-15]', (text, tags) => {
  expect(tagsOf(text)).toEqual(tags)
})

describe('the state of an event (G34)', () => {
  test.each([
    ['2026-11-10', '2026-11-20', '2026-11-09', 'Upcoming'],
    ['2026-11-10', '2026-11-20', '2026-11-10', 'Live'],
    ['2026-11-10', '2026-11-20', '2026-11-20', 'Live'],
    ['2026-11-10', '2026-11-20', '2026-11-21', 'Ended'],
    ['2026-11-10', '2026-11-10', '2026-11-10', 'Live'],
    [null, '2026-11-20', '2026-01-01', 'Live'],
    [null, '2026-11-20', '2026-11-21', 'Ended'],
    ['2026-11-10', null, '2026-11-09', 'Upcoming'],
    ['2026-11-10', null, '2099-01-01', 'Live'],
    [null, null, '2026-11-10', null],
  ] as const)('from %s to %s on %s is %s', (start, end, today, state) => {
    expect(eventStateOf(start, end, today)).toBe(state)
  })
})

describe('the colour of text (G34)', () => {
  /** Every combination of six shades of red, green and blue. */
  const shades = ['00', '33', '66', '99', 'cc', 'ff']
  const colors = shades.flatMap((red) => shades.flatMap((green) => shades.map((blue) => `#${red}${green}${blue}`)))

  test('contrast is that of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
    expect(contrastOf('#ffffff', '#767676')).toBeCloseTo(4.54, 2)
    expect(contrastOf('#123456', '#123456')).toBe(1)
  })

  test('can be read on every background, whatever the admin chose', () => {
    for (const background of colors)
      for (const text of ['#000000', '#ffffff', background, '#777777', '#ff0000', '#3366cc'])
        expect(contrastOf(background, readableText(background, text))).toBeGreaterThanOrEqual(4.5)
  })

  test('is the chosen one when it can be read, and otherwise the better one of black and white', () => {
    for (const background of colors)
      for (const text of colors) {
        const shown = readableText(background, text)
        const isReadable = contrastOf(background, text) >= 4.5
        const other = shown === '#000000' ? '#ffffff' : '#000000'
        if (isReadable) expect(shown).toBe(text)
        else expect(contrastOf(background, shown)).toBeGreaterThanOrEqual(contrastOf(background, other))
      }
  })

  test('is black on white by default [R-PLED-16]', () => {
    expect(DEFAULT_COLORS).toEqual({ backgroundColor: '#ffffff', textColor: '#000000' })
    expect(readableText('#ffffff', '#000000')).toBe('#000000')
  })
})
