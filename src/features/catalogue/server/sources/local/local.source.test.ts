import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { GameId } from '#shared/ids.ts'
import { describeSource, expectSound } from '#tests/support/source-conformance.ts'
import { pageFactsOf } from '../../stored-games/game-columns.ts'
import type { SourceGame } from '../source.ts'
import { localSource } from './local.source.ts'
import { readStarterFiles } from './starter-files.ts'

describeSource(localSource, {
  known: 'igdb_1942' as GameId,
  name: 'The Witcher 3: Wild Hunt',
  other: 'igdb_472' as GameId,
  unknown: 'igdb_499999' as GameId,
  foreign: 'rawg_1' as GameId,
  words: 'witcher 3',
  several: 'zelda',
  platform: { ask: 130, holds: 130 },
  genre: { ask: 12, holds: 12 },
  achievements: null,
})

const facts: object = JSON.parse(await readFile(join(import.meta.dirname, 'starter/facts/page-facts.json'), 'utf8'))
const games = (await readStarterFiles()).parse()

describe('the starter catalogue', () => {
  const released = (game: SourceGame) => new Date((game.firstReleaseDate as number) * 1000)

  test('has at least 600 games, each once', () => {
    expect(games.length).toBeGreaterThanOrEqual(600)
    expect(new Set(games.map((game) => game.id)).size).toBe(games.length)
    expect(new Set(games.map((game) => `${game.name} ${game.firstReleaseDate}`)).size).toBe(games.length)
  })

  test('covers four decades, with many games in each', () => {
    const decades = Map.groupBy(games, (game) => Math.floor(released(game).getUTCFullYear() / 10) * 10)
    for (const decade of [1980, 1990, 2000, 2010, 2020]) expect(decades.get(decade)?.length).toBeGreaterThan(60)
  })

  test('covers the big platforms', () => {
    const count = Map.groupBy(
      games.flatMap((game) => game.platforms),
      (platform) => platform.name,
    )
    for (const name of [
      'PC (Microsoft Windows)',
      'PlayStation',
      'PlayStation 2',
      'Xbox 360',
      'Nintendo Switch',
      'Game Boy',
    ])
      expect(count.get(name)?.length, name).toBeGreaterThan(5)
  })

  // The vocabularies need no test: parsing refuses a name that no table has.
  test('has complete facts', () => {
    const incomplete = games.filter(
      (game) =>
        game.firstReleaseDate === null ||
        game.platforms.length === 0 ||
        game.genres.length === 0 ||
        game.gameModes.length === 0 ||
        game.developers.length === 0,
    )
    expect(incomplete.map((game) => game.name)).toEqual([])
    const without = (fact: keyof SourceGame) => games.filter((game) => game[fact] === null).length / games.length
    expect(without('totalRating')).toBeLessThan(0.1)
    expect(without('coverImageId')).toBeLessThan(0.1)
  })

  test('has a rating for each but two, for which no published average of critics was found', () => {
    const unrated = games.filter(({ totalRating }) => totalRating === null).map(({ name }) => name)
    expect(unrated.sort()).toEqual(['Street Fighter II: The World Warrior', 'Tetris'])
  })

  test('marks its only part of another game as such, so that no list shows it', () => {
    const parts = games.filter(({ parentId }) => parentId !== null)
    expect(parts).toMatchObject([{ name: 'Elden Ring: Shadow of the Erdtree', gameType: 1, parentId: 'igdb_119133' }])
    expect(games.map(({ id }) => id)).toContain('igdb_119133')
  })

  test('has facts and relations of games that it has, and no relation to any other', () => {
    const ids = new Set<string>(games.map(({ id }) => id))
    const relations = games.flatMap((game) => game.relations.map((relation) => relation.id))
    expect(relations.length).toBeGreaterThan(15)
    expect(relations.filter((id) => !ids.has(id))).toEqual([])
    const withFacts = games.filter((game) => Object.keys(pageFactsOf(game)).length > 0)
    expect(withFacts).toHaveLength(Object.keys(facts).length)
    for (const game of withFacts) expectSound(game)
  })

  test('has a summary of one to three sentences for each', () => {
    const wrong = games.filter(({ summary }) => !summary || summary.length < 60 || summary.length > 400)
    expect(wrong.map((game) => `${game.name}: ${game.summary?.length}`)).toEqual([])
  })

  test("repeats no name in a game's list of other names", () => {
    const wrong = games.filter((game) => game.alternativeNames.includes(game.name))
    expect(wrong.map((game) => game.name)).toEqual([])
  })
})
