import { expect, test } from 'vitest'
import { gamesAddress, isNarrowed, type Shelf, shelfAddress, shelfOf, withoutFilters } from './shelf.rules.ts'
import { isFilter, rangeOf, type Span, spanOf, spanText, wholeMonths } from './shelf-filters.rules.ts'
import { filterWords, spanWords } from './shelf-filters.texts.ts'

const shelf = (address: string) => shelfOf(new URLSearchParams(address))

test('an address holds the filters of a shelf, and ignores invalid ones (G38)', () => {
  const text = 'played=2026-05&released=2015..2019&rating=4.5&hours=100..&against=above&other_genres=A%7CB%0AC'
  expect(shelfAddress(shelf(text))).toBe(`/profile/games?${text}`)
  expect(shelf('played=2026-13&weekday=8&waiting=x&released=20&rating=6&hours=5&against=constructor')).toEqual(
    shelf(''),
  )
  expect([isNarrowed(shelf(text)), isNarrowed(withoutFilters(shelf(text))), isNarrowed(shelf(''))]).toEqual([
    true,
    false,
    false,
  ])
  expect(gamesAddress({ status: 'dropped', rating: 'none' })).toBe('/profile/games?status=dropped&rating=none')
  const place = { path: '/profile/x', search: { tab: 'games' } }
  expect(shelfAddress({ ...shelf(''), filters: {} } as Shelf, place)).toBe('/profile/x?tab=games')
})

test.each<[string, Span | null]>([
  ['2024', { first: '2024-01-01', last: '2024-12-31' }],
  ['2024-02', { first: '2024-02-01', last: '2024-02-29' }],
  ['2024-02-29', { first: '2024-02-29', last: '2024-02-29' }],
  ['2024-02-28..2024-03-01', { first: '2024-02-28', last: '2024-03-01' }],
  ['2023-02-29', null],
  ['2024..2023', null],
  ['2024..2025..2026', null],
  ['1969', null],
  ['', null],
])('the span %s', (text, span) => {
  expect(spanOf(text)).toEqual(span)
  if (span) expect(spanText(span)).toBe(text)
})

test('a span of days has words, and covers whole months', () => {
  const words = (text: string) => spanWords(spanOf(text) as Span)
  expect(['2024', '2024-02', '2024-02-29', '2024-02..2024-03', '2024-02-28..2024-03-01'].map(words)).toEqual([
    '2024',
    'February 2024',
    'Feb 29, 2024',
    'February 2024 to March 2024',
    'Feb 28, 2024 to Mar 1, 2024',
  ])
  expect(wholeMonths({ first: '2024-02-28', last: '2024-04-01' })).toEqual({ first: '2024-02-01', last: '2024-04-30' })
})

test('a range is one number or two, the smaller one first', () => {
  expect(['5', '2..5', '100..', '5..2', '..5', 'x'].map(rangeOf)).toEqual([
    { from: 5, to: 5 },
    { from: 2, to: 5 },
    { from: 100, to: null },
    null,
    null,
    null,
  ])
  expect(['0.5', '1', '4.5', '5', '0', '5.5', '4.2'].map((text) => isFilter('rating', text))).toEqual([
    ...[true, true, true, true],
    ...[false, false, false],
  ])
})

test('each kind of filter has words', () => {
  expect([
    filterWords('played', '2026-05-17'),
    filterWords('weekday', '7'),
    filterWords('released', 'none'),
    filterWords('rating', '0.5'),
    filterWords('hours', '0..2'),
    filterWords('against', 'far_above'),
    filterWords('copy_price', '5..10'),
    filterWords('copy_price', '5..5'),
  ]).toEqual([
    'Played on May 17, 2026',
    'Played on a Sunday',
    'Without a release year',
    'Rated 0.5 star',
    'Less than 2h',
    'Rated far above others (1½ stars or more)',
    'Price 5 to below 10',
    'Price exactly 5',
  ])
})
