import { expect, test } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import { FILTER_NAMES, TERM_KINDS } from './catalogue.endpoints.ts'
import {
  boundsOf,
  boundsText,
  canonical,
  type Filters,
  filterParameters,
  parseFilters,
  termName,
  termsOf,
  termsText,
  WAYS,
} from './game-filters.rules.ts'

const random = seededRandom('filters')
const one = <T>(values: readonly T[]): T => values[random.whole(0, values.length - 1)] as T
const SIGNS = [...'ab *\\.,;&=%+~|\'\n"éß桜🎮0129:']
const textOf = (most: number) => Array.from({ length: random.whole(0, most) }, () => one(SIGNS)).join('')
const read = (search: URLSearchParams) => parseFilters((name) => search.getAll(name))
const of = (text: string) => read(new URLSearchParams(text))

test('terms are read as they were written', () => {
  for (let run = 0; run < 2000; run++) {
    const terms = termsOf(termsText(Array.from({ length: random.whole(0, 6) }, () => textOf(12).trim())))
    expect(termsOf(termsText(terms))).toEqual(terms)
  }
  expect(termsOf('Xbox Series X|S*4X (explore, expand, exploit, and exterminate)')).toEqual([
    'Xbox Series X|S',
    '4X (explore, expand, exploit, and exterminate)',
  ])
  expect(termsOf(termsText(['M*A*S*H', 'a\\b']))).toEqual(['M*A*S*H', 'a\\b'])
})

test('bounds are read as they were written', () => {
  for (let run = 0; run < 500; run++) {
    const from = random.chance(0.3) ? null : random.whole(0, 200) / 2
    const to = random.chance(0.3) ? null : random.whole(0, 200) / 2
    if (from === null && to === null) continue
    const bounds = from !== null && to !== null && from > to ? { from: to, to: from } : { from, to }
    expect(boundsOf(boundsText(bounds))).toEqual(bounds)
  }
  expect(['', '..', '5..3', '1..2..3', 'a..b', '1e3', '-1..', '1234567'].map(boundsOf)).toEqual(Array(8).fill(null))
})

test('filters of any text are read again from the address that they give', () => {
  const values = ['1998', '..2004', '1990..1999', '80..', '3.5..', '12', 'true', '10..20', 'classic', 'Zelda', '4']
  for (let run = 0; run < 1000; run++) {
    const search = new URLSearchParams(
      Array.from({ length: random.whole(0, 12) }, (): [string, string] => [
        one(FILTER_NAMES),
        random.chance(0.5) ? one(values) : textOf(20),
      ]),
    )
    const filters = read(search)
    expect(of(filterParameters(filters).toString())).toEqual(filters)
    for (const name of FILTER_NAMES) expect(canonical(name, filters[name] ?? '')).toBe(filters[name] ?? '')
  }
})

test('four kilobytes of anything filter nothing', () => {
  for (const name of FILTER_NAMES)
    for (const text of ['*'.repeat(4096), 'x'.repeat(4096), `1998${'*\\'.repeat(2046)}`, '%00'.repeat(1365)])
      expect(
        parseFilters((each) => (each === name ? [text] : [])),
        `${name} ${text.slice(0, 8)}`,
      ).toEqual({})
})

test('addresses of before have their meaning', () => {
  const old: [string, Filters][] = [
    ['genre=12&platform=Nintendo+Switch&year=1998', { genre: '12', platform: 'Nintendo Switch', year: '1998' }],
    ['platform=Xbox+Series+X|S&takes=5..10', { platform: 'Xbox Series X|S', takes: '5..10' }],
    ['genre=All&platform=all&year=all&sort=popularity&minRating=0&maxRating=100&page=1&multiplayer=false', {}],
    ['minRating=80&maxRating=50&multiplayer=true', { minRating: '50', maxRating: '80', multiplayer: 'true' }],
    ['year=20&takes=5&page=0&sort=foo&search=ab&utm_source=x', {}],
  ]
  for (const [text, filters] of old) expect(of(text), text).toEqual(filters)
})

test('a filter that is given several times has the terms of all, as a form without scripts sends them', () => {
  expect(of('genre=12&genre=5&genre=12&engineNot=Unity&engineNot=Godot')).toEqual({
    genre: '12*5',
    engineNot: 'Unity*Godot',
  })
})

test('each kind of terms has three names', () => {
  const names = TERM_KINDS.flatMap((kind) => WAYS.map((way) => termName(kind, way)))
  expect(new Set(names).size).toBe(TERM_KINDS.length * 3)
  for (const name of names) expect(FILTER_NAMES).toContain(name)
})
