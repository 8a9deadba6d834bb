import { describe, expect, test } from 'vitest'
import { evaluateQuery, matchingRows } from './evaluate.ts'
import { parseQuery } from './parse.ts'
import type { Row } from './query.ts'

const PC = { id: 6, name: 'PC', slug: 'win' }
const PS4 = { id: 48, name: 'PS4', slug: 'ps4' }
const nintendo = { id: 70, name: 'Nintendo', start_date: -62_135_683_200 }
const sony = { id: 71, name: 'Sony' }

const portal: Row = { id: 3, name: 'Portal', platforms: [PC], cover: { id: 9, image_id: 'co1', url: '//x/co1.jpg' } }
const zelda: Row = {
  id: 1,
  name: 'The Legend of Zelda',
  first_release_date: -10,
  rating: 90.5,
  is_fun: true,
  alternative_names: [{ id: 20, name: 'Hyrule Fantasy' }],
  involved_companies: [
    { id: 30, company: nintendo, developer: true },
    { id: 31, company: sony, developer: false },
  ],
  platforms: [PC, PS4],
  tags: [1, 2, 2],
  similar_games: [portal, 777],
}
const bare: Row = { id: 2, name: 'zelda classic' }
const empty: Row = { id: 4, name: 'Nothing', platforms: [], cover: null }
const rows = [portal, zelda, bare, empty]

const idsOf = (query: string) => matchingRows(parseQuery(query), rows).map((row) => row.id)
const where = (condition: string) => idsOf(`where ${condition};`)
const answer = (query: string) => evaluateQuery(parseQuery(query), rows)

describe('where', () => {
  test.each([
    // Absent facts: empty arrays and nulls are absent too.
    ['cover = null', [1, 2, 4]],
    ['cover != null', [3]],
    ['platforms = null', [2, 4]],
    ['unknown = null', [1, 2, 3, 4]],
    ['unknown != 5', [1, 2, 3, 4]],
    ['unknown > 0', []],
    // Single values.
    ['id = 3', [3]],
    ['id != 3', [1, 2, 4]],
    ['id = "3"', []],
    ['is_fun = true', [1]],
    ['is_fun != false', [1, 2, 3, 4]],
    ['first_release_date < 0', [1]],
    ['rating >= 90.5', [1]],
    ['rating > 90.5', []],
    // A reference is its id, and paths go through references and arrays.
    ['cover = 9', [3]],
    ['cover.image_id = "co1"', [3]],
    ['platforms.slug = ("ps4")', [1]],
    ['involved_companies.company.name = ("Sony","Sega")', [1]],
    ['involved_companies.company.start_date < 0', [1]],
    ['similar_games = (777)', [1]],
    ['similar_games.id = (777)', [1]],
    ['similar_games.name = ("Portal")', [1]],
    ['name.length = null', [1, 2, 3, 4]],
    ['__proto__ = null', [1, 2, 3, 4]],
    ['constructor.name = "Object"', []],
    // Arrays: without parentheses exactly this value; (any) [all] {exactly}.
    ['platforms = 6', [3]],
    ['platforms != 6', [1, 2, 4]],
    ['platforms = (6)', [1, 3]],
    ['platforms = (48,99)', [1]],
    ['platforms = !(48)', [2, 3, 4]],
    ['platforms = [6]', [1, 3]],
    ['platforms = [6,48]', [1]],
    ['platforms = ![6,48]', [2, 3, 4]],
    ['platforms = {6}', [3]],
    ['platforms = {48,6}', [1]],
    ['platforms != {6}', [1, 2, 4]],
    ['tags = {1,2}', [1]],
    ['platforms > 40', [1]],
    // A single value counts as an array of one for () and [], but {…} is for arrays only.
    ['id = (1,3,5)', [1, 3]],
    ['id = [1]', [1]],
    ['id = {1}', []],
    // Texts.
    ['name = "Portal"', [3]],
    ['name = "portal"', []],
    ['name ~ "portal"', [3]],
    ['name = "The"*', [1]],
    ['name = *"Zelda"', [1]],
    ['name ~ *"zelda"*', [1, 2]],
    ['name != *"elda"*', [3, 4]],
    ['name ~ "zelda"*', [2]],
    ['platforms.name ~ "ps"*', [1]],
    ['platforms.name = "PC"', [3]],
    ['rating ~ *"9"*', []],
    ['name = *""*', [1, 2, 3, 4]],
    // Combined conditions.
    ['id = 1 | id = 2 & name = "x"', [1]],
    ['(id = 1 | id = 2) & name ~ "zelda"*', [2]],
  ])('%s', (condition, ids) => {
    expect(where(condition)).toEqual(ids)
  })
})

describe('order and limit', () => {
  test('rows are ordered by id, unless sorted; rows without a value come last in both directions, and so do those with several', () => {
    expect(idsOf('')).toEqual([1, 2, 3, 4])
    expect(idsOf('sort name;')).toEqual([4, 3, 1, 2])
    expect(idsOf('sort rating desc;')).toEqual([1, 2, 3, 4])
    expect(idsOf('sort cover.image_id asc;')).toEqual([3, 1, 2, 4])
    expect(idsOf('sort platforms desc;')).toEqual([1, 2, 3, 4])
  })

  test('the limit is 10 rows by default, and at most 500', () => {
    const many = Array.from({ length: 600 }, (_, id) => ({ id }))
    const of = (query: string) => evaluateQuery(parseQuery(query), many)
    expect(of('')).toHaveLength(10)
    expect(of('limit 600;')).toHaveLength(500)
    expect(of('limit 3; offset 598;').map((row) => row.id)).toEqual([598, 599])
    expect(of('offset 600;')).toEqual([])
  })

  test('a search finds names and alternative names by the beginnings of words, the closest first', () => {
    expect(idsOf('search "zelda";')).toEqual([2, 1])
    expect(idsOf('search "the legend of zelda";')).toEqual([1])
    expect(idsOf('search "hyrule";')).toEqual([1])
    expect(idsOf('search "zelda"; where id = 1;')).toEqual([1])
    expect(idsOf('search "!?";')).toEqual([])
  })
})

describe('fields', () => {
  test('without the statement only ids are returned; the id is always included, also in expansions', () => {
    expect(answer('where id = 3;')).toEqual([{ id: 3 }])
    expect(answer('fields cover.image_id; where id = 3;')).toEqual([{ id: 3, cover: { id: 9, image_id: 'co1' } }])
  })

  test('references are ids unless they are expanded', () => {
    expect(answer('fields cover,platforms,involved_companies.company; where id = 1 | id = 3;')).toEqual([
      {
        id: 1,
        platforms: [6, 48],
        involved_companies: [
          { id: 30, company: 70 },
          { id: 31, company: 71 },
        ],
      },
      { id: 3, cover: 9, platforms: [6] },
    ])
  })

  test('* is every field of one level', () => {
    expect(answer('fields *,platforms.*; where id = 3;')).toEqual([
      { id: 3, name: 'Portal', platforms: [{ id: 6, name: 'PC', slug: 'win' }], cover: 9 },
    ])
  })

  test('several expansions of one reference are merged', () => {
    expect(answer('fields cover.url,cover,cover.image_id; where id = 3;')).toEqual([
      { id: 3, cover: { id: 9, url: '//x/co1.jpg', image_id: 'co1' } },
    ])
  })

  test('a bare id among expanded references stays a bare id', () => {
    expect(answer('fields similar_games.name; where id = 1;')).toEqual([
      { id: 1, similar_games: [{ id: 3, name: 'Portal' }, 777] },
    ])
  })

  test('absent and excluded fields are omitted, but never the id', () => {
    expect(answer('fields *; where id = 4;')).toEqual([{ id: 4, name: 'Nothing' }])
    expect(answer('fields nothing,name,__proto__,name.first; where id = 4;')).toEqual([{ id: 4, name: 'Nothing' }])
    expect(answer('fields *,cover.*; exclude name,cover.url,id; where id = 3;')).toEqual([
      { id: 3, platforms: [6], cover: { id: 9, image_id: 'co1' } },
    ])
  })
})
