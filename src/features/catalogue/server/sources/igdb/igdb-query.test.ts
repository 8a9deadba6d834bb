import { describe, expect, test } from 'vitest'
import { anyOf, atLeast, atMost, below, differs, equals, noneOf, queryText, quoted } from './igdb-query.ts'

describe('the text of a query', () => {
  test('has each statement once, each terminated', () => {
    expect(
      queryText({
        fields: ['name', 'cover.image_id'],
        where: [equals('version_parent', null), null, anyOf('platforms', [6]), atLeast('total_rating', 80.5)],
        sort: { field: 'first_release_date', direction: 'desc' },
        limit: 48,
        offset: 96,
      }),
    ).toBe(
      'fields name,cover.image_id; where version_parent = null & platforms = (6) & total_rating >= 80.5; ' +
        'sort first_release_date desc; limit 48; offset 96;',
    )
  })

  test('never sorts a search', () => {
    const text = queryText({ search: 'halo', sort: { field: 'name', direction: 'asc' }, limit: 10 })
    expect(text).toBe('search "halo"; limit 10;')
  })

  test('limits the number of rows to 1 to 500', () => {
    expect(queryText({ limit: 9_000 })).toBe('limit 500;')
    expect(queryText({ limit: 0, offset: 0 })).toBe('limit 1;')
  })

  test('prints every comparison', () => {
    expect(
      queryText({
        where: [
          differs('game_id', 7),
          noneOf('themes', [42]),
          atMost('hypes', 5),
          below('first_release_date', -86_400),
          atLeast('rating', null),
        ],
      }),
    ).toBe('where game_id != 7 & themes != (42) & hypes <= 5 & first_release_date < -86400;')
  })

  test('consists of our own field names and numbers only', () => {
    expect(() => queryText({ fields: ['name; limit 500'] })).toThrow(TypeError)
    expect(() => equals('a = 1 | b', 1)).toThrow(TypeError)
    for (const value of [Number.NaN, Infinity, -Infinity, 1e300]) expect(() => equals('id', value)).toThrow(TypeError)
    expect(() => anyOf('id', [1.5])).toThrow(TypeError)
    expect(() => anyOf('id', ['1); limit 500' as unknown as number])).toThrow(TypeError)
    expect(() => queryText({ offset: Number.NaN, limit: 0.5 })).toThrow(TypeError)
  })
})

describe('typed words', () => {
  test('stay one string in every case', () => {
    const attempts = [
      'a"; where id = 1; fields *',
      'a\\"; limit 500; fields secret',
      'a\\',
      '"',
      'a\n; limit 500\r\n',
      'a\u2028;b\u2029;c\u0000;d',
      '💥"💥',
      '\ud83d"',
      `${'x'.repeat(199)}"${'y'.repeat(50)}`,
      `${'"'.repeat(400)}`,
    ]
    for (const attempt of attempts) {
      const text = queryText({ search: attempt, limit: 10 })
      // One string without a bare quote in it, without an end of statement, and only our own text after it.
      expect(text, attempt).toMatch(/^search "(?:[^"\\;\p{Cc}]|\\")*"; limit 10;$/u)
    }
  })

  test('keep quotes, accents and other scripts', () => {
    expect(quoted('Tom Clancy’s "The Division"')).toBe('"Tom Clancy’s \\"The Division\\""')
    expect(quoted('  ポケット  モンスター ')).toBe('"ポケット モンスター"')
  })

  test('are limited in length, between letters', () => {
    expect([...quoted('💥'.repeat(300))]).toHaveLength(202)
  })
})
