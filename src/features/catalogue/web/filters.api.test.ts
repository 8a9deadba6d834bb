import { expect, test } from 'vitest'
import type { GameMetadata } from '../catalogue.contract.ts'
import { FILTER_NAMES, OWN_FILTERS, TERM_KINDS } from '../catalogue.endpoints.ts'
import { termName, WAYS } from '../game-filters.rules.ts'
import { matching } from './choice-finder.tsx'
import { chosenValue, type Facet, facetsOf, optionsOf } from './facets.ts'
import { addressOf, changed, chosenFilters, filtersOf, queryOf, titleOf } from './filters.api.ts'

const metadata: GameMetadata = {
  platforms: [{ id: 130, name: 'Nintendo Switch' }],
  genres: [{ id: 12, name: 'Role-playing (RPG)' }],
  themes: [{ id: 19, name: 'Horror' }],
  gameModes: [{ id: 3, name: 'Co-operative' }],
  years: [2020],
}
const of = (search: string) => filtersOf(new URLSearchParams(search))

test('an address without parameters gives the defaults [R-CAT-06]', () => {
  expect(of('')).toEqual({})
  expect(of('sort=popularity&platform=all&genre=All&page=1&multiplayer=false&minRating=0&maxRating=100')).toEqual({})
})

test('an invalid value is ignored', () => {
  expect(of('page=0&page=2&sort=foo&year=20&minRating=abc&category=none&multiplayer=yes&utm_source=x')).toEqual({})
  expect(of('takes=5')).toEqual({})
  expect(of('takes=10..5')).toEqual({})
  expect(of('search=ab')).toEqual({})
  expect(of('search=%20abc%20')).toEqual({ search: 'abc' })
})

test('the address is canonical: known names in their order, defaults omitted', () => {
  expect(addressOf(of('page=3&utm=1&platform=130&genre=12&sort=popularity'))).toBe(
    '/all-games?genre=12&platform=130&page=3',
  )
  expect(addressOf({})).toBe('/all-games')
})

test('any change of a filter leads to page 1 [R-CAT-05]', () => {
  const third = of('genre=12&page=3')
  expect(changed(third, 'platform', '130')).toEqual({ genre: '12', platform: '130' })
  expect(changed(third, 'genre', '')).toEqual({})
  expect(changed(third, 'sort', 'name')).toEqual({ genre: '12', sort: 'name' })
  expect(changed(third, 'page', '4')).toEqual({ genre: '12', page: '4' })
  // The view is no filter.
  expect(changed(third, 'view', 'list')).toEqual({ genre: '12', page: '3', view: 'list' })
})

test('numbers are numbers in the request', () => {
  expect(queryOf(of('page=2&minRating=80&genre=12'))).toEqual({ page: 2, minRating: 80, genre: '12' })
})

test('active filters have texts, unknown ones have none', () => {
  const labels = chosenFilters(
    of('genre=12&platform=nintendo+switch&minRating=85&search=zelda&theme=999&takes=7..9'),
    metadata,
  )
  expect(labels.map(({ label }) => label)).toEqual([
    '“zelda”',
    'Role-playing',
    'Switch',
    'IGDB 8.5 and up',
    'Takes 7 to 9 h',
  ])
})

test('filters by several terms say how they are meant', () => {
  const labels = chosenFilters(
    of(
      'genre=12*999&platformNot=130&engineAll=Unity*Godot&series=Zelda&type=remake&year=1990..1999&critics=80..&online=4',
    ),
    metadata,
  )
  expect(labels.map(({ label }) => label)).toEqual([
    'Role-playing',
    'Not Switch',
    'Remake',
    'Unity and Godot',
    'Zelda',
    '1990 to 1999',
    'Critics 80 and up',
    'Online for 4 or more',
  ])
})

test.each([
  ['', 'Games'],
  ['genre=12&platform=130', 'Role-playing games for Switch'],
  ['year=2020', 'Games of 2020'],
  ['category=upcoming&theme=19', 'Upcoming Horror games'],
  ['search=zelda&platform=130', '“zelda” in games for Switch'],
])('%s has the title %s', (search, title) => {
  expect(titleOf(of(search), metadata)).toBe(title)
})

test('reversed bounds are swapped [R-CAT-04]', () => {
  expect(of('minRating=80&maxRating=50')).toEqual({ minRating: '50', maxRating: '80' })
  expect(of('minRating=50&maxRating=80')).toEqual({ minRating: '50', maxRating: '80' })
})

test('the view is in the address and not in the request [R-GAME-47]', () => {
  expect(addressOf(of('view=list&genre=12'))).toBe('/all-games?genre=12&view=list')
  expect(queryOf(of('view=list&genre=12'))).toEqual({ genre: '12' })
  expect(of('view=grid')).toEqual({})
  expect(of('view=wall')).toEqual({})
})

test('every filter has choices, and another value from the address stays in the list', () => {
  const facets = facetsOf(metadata)
  const names = facets.map(({ name }) => name)
  // The sheet has a section for each kind of terms.
  const ofTerms = TERM_KINDS.flatMap((kind) => WAYS.map((way) => termName(kind, way)))
  expect([...new Set([...names, ...ofTerms, ...OWN_FILTERS, 'search', 'sort', 'page'])].sort()).toEqual(
    [...FILTER_NAMES].sort(),
  )
  const platform = facets.find(({ name }) => name === 'platform') as Facet
  expect(chosenValue(platform, 'nintendo switch')).toBe('130')
  const rating = facets.find(({ name }) => name === 'minRating') as Facet
  expect(optionsOf(rating, '85', '8.5 and up').map(({ value }) => value)).toContain('85')
  expect(optionsOf(rating, '80', '8 and up')).toHaveLength(1 + rating.choices.length)
})

test('a platform is found by the beginnings of its words, in any order', () => {
  const choices = ['PC (Microsoft Windows)', 'Nintendo Switch', 'Nintendo Switch 2', 'Sega Mega Drive/Genesis'].map(
    (name) => ({ value: name, label: name }),
  )
  const found = (typed: string) => matching(choices, typed).map(({ label }) => label)
  expect(found('swi')).toEqual(['Nintendo Switch', 'Nintendo Switch 2'])
  expect(found('2 nint')).toEqual(['Nintendo Switch 2'])
  expect(found('GENESIS')).toEqual(['Sega Mega Drive/Genesis'])
  expect(found('itch')).toEqual([])
  expect(found(' ')).toHaveLength(4)
  expect(found('🎮')).toEqual([])
})
