import { beforeAll, describe, expect, test } from 'vitest'
import { type ExternalId, NOTHING_KNOWN, type SourceGame } from '#features/catalogue/server/sources/source.ts'
import { storeGames } from '#features/catalogue/server/stored-games/store-games.ts'
import type { GameId } from '#shared/ids.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { type Match, type MatchableRecord, matchRecords } from './match-records.ts'

const app = useTestApp()
const PC = { id: 6, name: 'PC (Microsoft Windows)' }
const SNES = { id: 19, name: 'Super Nintendo Entertainment System' }

const game = (id: string, name: string, year: number | null, more: Partial<SourceGame> = {}): SourceGame => ({
  ...NOTHING_KNOWN,
  id: id as GameId,
  name,
  firstReleaseDate: year === null ? null : Date.UTC(year, 5, 1) / 1000,
  platforms: [PC],
  renown: 50,
  ...more,
})
const elsewhere = (...ids: readonly string[]): Partial<SourceGame> => ({
  externalIds: ids.map((id) => {
    const [source, uid] = id.split(':') as [ExternalId['source'], string]
    return { source, uid }
  }),
})

beforeAll(async () => {
  await storeGames(
    app.db,
    [
      game('igdb_1', 'Marmot Quest', 2001, elsewhere('steam:100', 'igdb_slug:marmot-quest')),
      game('igdb_2', 'Marmot Quest II: The Burrow', 2004, elsewhere('steam:200', 'steam:300')),
      game('igdb_3', 'Marmot Quest II: The Burrow - Deluxe Edition', 2005, elsewhere('steam:300')),
      game('igdb_4', 'Otter', 1993, { platforms: [SNES] }),
      game('igdb_5', 'Otter', 2016, elsewhere('igdb_slug:otter--1')),
      game('igdb_6', 'Badgers & Bees', null),
      game('igdb_7', 'ドラゴン', 1999),
    ],
    'igdb',
  )
  await storeGames(app.db, [game('rawg_9', 'Heron', 2010)], 'rawg')
  await storeGames(app.db, [game('local_8', 'Home-made', 2020)], 'import')
})

const record = (title: string, more: Partial<MatchableRecord> = {}): MatchableRecord => ({
  title,
  ids: {},
  release_year: null,
  platforms: [],
  playthroughs: [],
  copies: [],
  ...more,
})
const match = (records: readonly MatchableRecord[]) => matchRecords({ db: app.db, words: app.catalogue.words }, records)
const matchOne = async (title: string, more: Partial<MatchableRecord> = {}) =>
  (await match([record(title, more)]))[0] as Match
const by = (step: string, gameId: string) => ({ state: 'matched', gameId, by: step })

describe('an id', () => {
  test('finds its game, the first of the ladder before the others', async () => {
    const title = 'Marmot Quest'
    expect(await matchOne(title, { ids: { own: 'igdb_1', igdb: 2, steam: 200 } })).toEqual(by('own', 'igdb_1'))
    expect(await matchOne('Heron', { ids: { rawg: 9, igdb: 1 } })).toEqual(by('own', 'rawg_9'))
    expect(await matchOne('Marmot Quest II', { ids: { igdb: 2, steam: 100, slug: 'otter--1' } })).toEqual(
      by('igdb', 'igdb_2'),
    )
    expect(await matchOne(title, { ids: { igdb: 99, steam: 100, slug: 'otter--1' } })).toEqual(by('steam', 'igdb_1'))
    expect(await matchOne('Otter', { ids: { steam: 999, slug: 'otter--1' } })).toEqual(by('slug', 'igdb_5'))
  })

  test('never wins against its title: where they disagree the row asks', async () => {
    expect(await matchOne('Heron', { ids: { igdb: 1 } })).toEqual({
      state: 'doubtful',
      candidates: [
        { gameId: 'rawg_9', doubt: 'other-id', score: 1 },
        { gameId: 'igdb_1', doubt: 'other-name', score: 0.5 },
      ],
    })
    const alone = { state: 'doubtful', candidates: [{ gameId: 'igdb_1', doubt: 'other-name', score: 0.5 }] }
    for (const ids of [{ own: 'igdb_1' }, { igdb: 1 }, { steam: 100 }, { slug: 'marmot-quest' }])
      expect(await matchOne('Something Else', { ids })).toEqual(alone)
    // The second part is another game, and the title has its name.
    expect(await matchOne('Marmot Quest II: The Burrow', { ids: { igdb: 1 } })).toMatchObject({ state: 'doubtful' })
  })

  test('wins where the title cannot be compared: without letters, or in a script of which no name is known', async () => {
    expect(await matchOne('???', { ids: { igdb: 1 } })).toEqual(by('igdb', 'igdb_1'))
    expect(await matchOne('マーモットの冒険', { ids: { igdb: 1 } })).toEqual(by('igdb', 'igdb_1'))
    expect(await matchOne('Сурок', { ids: { steam: 100 } })).toEqual(by('steam', 'igdb_1'))
  })

  test('at Steam that two games share is decided by the name, or asks', async () => {
    const ids = { steam: 300 }
    expect(await matchOne('Marmot Quest 2 - The Burrow', { ids })).toEqual(by('steam', 'igdb_2'))
    expect(await matchOne('Something', { ids })).toMatchObject({ state: 'unknown' })
    expect(await matchOne('Marmot Quest II', { ids })).toMatchObject({ state: 'doubtful' })
  })

  test('of a game without a source means it only with its name: another server counts from 1 too', async () => {
    expect(await matchOne('Home-Made™', { ids: { own: 'local_8' } })).toEqual(by('own', 'local_8'))
    expect(await matchOne('Kitchen', { ids: { own: 'local_8' } })).toEqual({ state: 'unknown' })
  })

  test('at IGDB or Steam that is not stored keeps the name from matching a game with another one', async () => {
    const other = { state: 'doubtful', candidates: [{ gameId: 'igdb_1', doubt: 'other-id' }] }
    expect(await matchOne('Marmot Quest', { ids: { igdb: 77 }, release_year: 2001 })).toMatchObject(other)
    expect(await matchOne('Marmot Quest', { ids: { steam: 77 }, release_year: 2001 })).toMatchObject(other)
    expect(await matchOne('Heron', { ids: { igdb: 77 } })).toEqual(by('name', 'rawg_9'))
    expect(await matchOne('Badgers and Bees', { ids: { steam: 77 } })).toEqual(by('name', 'igdb_6'))
  })
})

describe('a name', () => {
  test('matches in other spellings, also in other scripts and as the words of a slug', async () => {
    for (const title of ['MARMOT QUEST™', 'The Marmot Quest', 'Marmot-Quest (2001)', 'Marmot Quest: GOTY Edition'])
      expect(await matchOne(title)).toEqual(by('name', 'igdb_1'))
    expect(await matchOne('ドラゴン')).toEqual(by('name', 'igdb_7'))
    expect(await matchOne('Badgers', { ids: { slug: 'badgers-and-bees' } })).toEqual(by('name', 'igdb_6'))
  })

  test('of several games is decided by the year, or by a platform in the words of the file', async () => {
    expect(await matchOne('Otter', { release_year: 1993 })).toEqual(by('name', 'igdb_4'))
    expect(await matchOne('Otter', { platforms: ['Super NES'] })).toEqual(by('name', 'igdb_4'))
    const copies = [{ platform: 'Steam' }] as MatchableRecord['copies']
    expect(await matchOne('Otter', { copies })).toEqual(by('name', 'igdb_5'))
    expect(await matchOne('Otter')).toMatchObject({
      state: 'doubtful',
      candidates: [{ doubt: 'same-name' }, { doubt: 'same-name' }],
    })
  })

  test('that no game has is unknown, also without a letter or digit', async () => {
    for (const title of ['Completely Else', '???', '🎮', '\u0000', ' '.repeat(50), 'x'.repeat(5000)])
      expect(await matchOne(title)).toEqual({ state: 'unknown' })
  })
})

describe('many records', () => {
  test('are matched in their order, over the bounds of a chunk', async () => {
    const records = Array.from({ length: 2500 }, (_, at) => record(at % 2 === 0 ? 'Heron' : `Nothing ${at}`))
    const matches = await match(records)
    expect(matches).toHaveLength(2500)
    expect(matches.map(({ state }) => state)).toEqual(records.map((_, at) => (at % 2 === 0 ? 'matched' : 'unknown')))
  })

  test('cost as many statements as few in each chunk', async () => {
    const records = (count: number) =>
      Array.from({ length: count }, (_, at) =>
        record(['Heron', 'Heronn', 'Otter', `Unknown ${at}`][at % 4] as string, { ids: { steam: 1000 + at } }),
      )
    await match(records(1))
    const few = await app.countQueries(() => match(records(4)))
    expect(few).toBeLessThanOrEqual(3)
    expect(await app.countQueries(() => match(records(250)))).toBe(few)
    expect(await app.countQueries(() => match(records(1000)))).toBe(4 * few)
    expect(await app.countQueries(() => match([]))).toBe(0)
  })
})
