import { describe, expect, test } from 'vitest'
import { assumedSearchTotal, interleaved, mergedGames, sameGameKey, sharedPageSize, totalsOf } from './lists.rules.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const released = (year: number) => Date.UTC(year, 5) / 1000

test('a search without a count assumes ten times its results, at most 1000 [R-CAT-15]', () => {
  expect([0, 48, 100, 101].map(assumedSearchTotal)).toEqual([0, 480, 1_000, 1_000])
})

test('two sources share a page by halves, and an odd page is rounded up [R-CAT-17]', () => {
  expect([24, 25].map(sharedPageSize)).toEqual([12, 13])
})

test('the last page may be shorter than the others', () => {
  expect(totalsOf(48, 24)).toEqual({ totalGames: 48, totalPages: 2 })
  expect(totalsOf(49, 24)).toEqual({ totalGames: 49, totalPages: 3 })
  expect(totalsOf(0, 24)).toEqual({ totalGames: 0, totalPages: 0 })
})

describe('lists of several sources', () => {
  const game = (id: string, name: string, year: number | null) => ({
    id,
    name,
    firstReleaseDate: year === null ? null : released(year),
  })
  const ids = (lists: Parameters<typeof mergedGames<ReturnType<typeof game>>>[0]) =>
    mergedGames(lists, NOW).map(({ id }) => id)

  test('the same name and year mean the same game, whatever the spelling (C38)', () => {
    const zelda = game('igdb_1', 'Pokémon: Red', 1996)
    expect(sameGameKey(zelda, NOW)).toBe(sameGameKey(game('rawg_1', 'POKEMON RED', 1996), NOW))
    expect(sameGameKey(zelda, NOW)).not.toBe(sameGameKey(game('rawg_1', 'Pokémon: Red', 1997), NOW))
    expect(sameGameKey(game('a', 'Doom', null), NOW)).toBe('doom ?')
    expect(sameGameKey(game('a', 'Doom', 1970), NOW)).toBe('doom ?')
  })

  test('a game of two sources appears once, as the first source has it', () => {
    expect(
      ids([
        [game('igdb_1', 'Doom', 1993), game('igdb_2', 'Doom', 2016)],
        [game('rawg_1', 'DOOM', 2016), game('rawg_2', 'Quake', 1996)],
      ]),
    ).toEqual(['igdb_1', 'igdb_2', 'rawg_2'])
  })

  test('two games of one source with the same name and year both appear', () => {
    expect(ids([[game('igdb_1', 'Doom', 1993), game('igdb_2', 'Doom', 1993)], [game('rawg_1', 'Doom', 1993)]])).toEqual(
      ['igdb_1', 'igdb_2'],
    )
  })

  test('a game that a source lists twice appears once', () => {
    expect(ids([[game('igdb_1', 'Doom', 1993)], [game('igdb_1', 'Doom (old name)', 1993)]])).toEqual(['igdb_1'])
    expect(ids([])).toEqual([])
  })

  test('interleaved lists alternate, and the longer one ends the page', () => {
    expect(interleaved([['a', 'b', 'c'], ['1'], ['x', 'y']])).toEqual(['a', '1', 'x', 'b', 'y', 'c'])
    expect(interleaved([])).toEqual([])
    expect(interleaved([[], ['1']])).toEqual(['1'])
  })
})
