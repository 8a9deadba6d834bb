import { beforeAll, expect, test } from 'vitest'
import type { GameId } from '#shared/ids.ts'
import { LABELLED_QUERIES } from '#tests/support/labelled-queries.ts'
import { keepsPlans } from '#tests/support/query-plan.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { loadStarterCatalogue, suggest } from '../catalogue.service.ts'
import { NOTHING_KNOWN, type SourceGame } from '../sources/source.ts'
import { storeGames } from '../stored-games/store-games.ts'
import { findGameCards } from './find-games.ts'

/** Queries for a series of games: one of these must come first. */
const FAMILY: readonly (readonly [query: string, beginning: RegExp])[] = [
  ['zelda', /^The Legend of Zelda/],
  ['zleda', /^The Legend of Zelda/],
  ['mario', /^(Super Mario|Mario Kart)/],
  ['pokemon', /^Pokémon/],
  ['gta', /^Grand Theft Auto/],
  ['witcher', /^The Witcher/],
  ['final fantsy', /^Final Fantasy/],
  ['metal gear', /^Metal Gear/],
]

const app = useTestApp()
beforeAll(async () => {
  await loadStarterCatalogue(app.db)
})

test('the intended game comes first for at least 95 of 100 queries, and among the first three for 98', async () => {
  const notFirst: string[] = []
  const notInThree: string[] = []
  for (const { query, id, within } of LABELLED_QUERIES) {
    const found = (await suggest(app.catalogue, query)).slice(0, 3)
    const place = found.findIndex((game) => game.id === id)
    const miss = `${query}: ${found.map((game) => game.name).join(' | ')}`
    if (within === 1 && place !== 0) notFirst.push(miss)
    if (place < 0) notInThree.push(miss)
  }
  const firsts = LABELLED_QUERIES.filter(({ within }) => within === 1).length
  expect(LABELLED_QUERIES.length).toBeGreaterThan(200)
  expect(notFirst.length / firsts, notFirst.join('\n')).toBeLessThanOrEqual(0.05)
  expect(notInThree.length / LABELLED_QUERIES.length, notInThree.join('\n')).toBeLessThanOrEqual(0.02)
})

test('PostgreSQL keeps the plans of a search, whatever its words are', async () => {
  for (const text of ['zel', 'witcher', 'witchre', 'final fan', 'the last of us', 'gta 5', 'thelastofus', 'ゼルダ'])
    expect([text, await keepsPlans(app, (db) => findGameCards({ db, words: app.catalogue.words }, text, 10))]).toEqual([
      text,
      expect.not.arrayContaining([false]),
    ])
})

test('an edition, a hack and a variant come after the game itself, unless the query requests them', async () => {
  const made = (id: number, name: string, rest: Partial<SourceGame> = {}) => ({
    ...NOTHING_KNOWN,
    id: `rawg_${id}` as GameId,
    name,
    renown: 30,
    ...rest,
  })
  await storeGames(
    app.db,
    [
      made(1, 'Marmot Quest: Deluxe Edition', { renown: 45 }),
      made(2, 'Marmot Quest (Hack)', { renown: 40 }),
      made(3, 'Marmot Quest: Winter Burrow', { renown: 45 }),
      made(4, 'Marmot Quest'),
    ],
    'rawg',
  )
  await app.db.updateTable('games').set({ game_type: 1 }).where('id', '=', 'rawg_3').execute()
  const first = async (query: string) => (await suggest(app.catalogue, query))[0]?.id
  expect(await first('marmot quest')).toBe('rawg_4')
  expect(await first('marmot')).toBe('rawg_4')
  expect(await first('marmot quest deluxe edition')).toBe('rawg_1')
  expect(await first('marmot winter burrow')).toBe('rawg_3')
})

test('a game with exactly that name is first or second, however unknown', async () => {
  const id = 'rawg_5' as GameId
  await storeGames(app.db, [{ ...NOTHING_KNOWN, id, name: 'Gta' }], 'rawg')
  expect((await suggest(app.catalogue, 'gta')).slice(0, 2).map((game) => game.id)).toContain(id)
})

test('a name as typed comes before a famous one that needs a correction, wherever one searches', async () => {
  const id = 'rawg_7' as GameId
  await storeGames(app.db, [{ ...NOTHING_KNOWN, id, name: 'Skyrime' }], 'rawg')
  const first = (body: { games: { id: string }[] }) => body.games[0]?.id
  const visitor = app.visitor()
  for (const path of ['/api/games/suggestions?query=', '/api/games/search?query=', '/api/games?search='])
    expect([path, first((await visitor.get(`${path}skyrime`)).body)]).toEqual([path, id])
  const { body } = await visitor.get('/api/search?q=skyrime')
  expect(body.groups[0].items[0].id).toBe(id)
})

test('a number at the end does not begin another number if a name has it', async () => {
  const made = (id: string, name: string, renown: number) => ({ ...NOTHING_KNOWN, id: id as GameId, name, renown })
  const series = [
    made('rawg_8', 'Wombat Saga VIII', 90),
    made('rawg_9', 'Wombat Saga V', 5),
    made('rawg_10', 'Wombat Saga 64', 80),
    made('rawg_11', 'Wombat Saga 6: The Burrow', 5),
  ]
  await storeGames(app.db, series, 'rawg')
  const found = async (text: string) => (await suggest(app.catalogue, text)).map(({ id }) => id)
  expect(await found('wombat saga v')).toEqual(['rawg_9', 'rawg_8'])
  expect((await found('wombat saga 5'))[0]).toBe('rawg_9')
  expect(await found('wombat saga 6')).toEqual(['rawg_11', 'rawg_10'])
  expect((await found('wombat saga vi'))[0]).toBe('rawg_11')
})

test('a name as typed is found if better known games have each of its words', async () => {
  const common = Array.from({ length: 1000 }, (_, at) => ({
    ...NOTHING_KNOWN,
    id: `rawg_${1000 + at}` as GameId,
    name: `${at % 2 === 0 ? 'Zorble' : 'Badger'} ${at}`,
    renown: 19,
  }))
  const id = 'rawg_2000' as GameId
  await storeGames(app.db, [...common, { ...NOTHING_KNOWN, id, name: 'Zorble: The Unheard Badger' }], 'rawg')
  for (const text of ['zorble badger', 'badger zorble', 'zorble badg'])
    expect([text, (await suggest(app.catalogue, text))[0]?.id]).toEqual([text, id])
})

test('a number is a title; with its source it is an id', async () => {
  expect((await suggest(app.catalogue, '2077'))[0]?.name).toBe('Cyberpunk 2077')
  expect((await suggest(app.catalogue, '1942'))[0]?.name).toMatch(/1942/)
  expect((await suggest(app.catalogue, 'igdb_1942')).map((game) => game.id)).toEqual(['igdb_1942'])
  expect(await suggest(app.catalogue, 'igdb_999999999')).toEqual([])
})

test('changed names change the results of the search', async () => {
  const game = { ...NOTHING_KNOWN, id: 'rawg_6' as GameId, name: 'Quibblewort' }
  await storeGames(app.db, [game], 'rawg')
  expect((await suggest(app.catalogue, 'quibble')).map(({ id }) => id)).toEqual(['rawg_6'])
  await storeGames(app.db, [{ ...game, name: 'Zyzzyvoid' }], 'rawg')
  expect(await suggest(app.catalogue, 'quibblewort')).toEqual([])
  expect((await suggest(app.catalogue, 'zyzzyvoid')).map(({ id }) => id)).toEqual(['rawg_6'])
})

test('the name of a series finds the series', async () => {
  for (const [query, beginning] of FAMILY) {
    const [first] = await suggest(app.catalogue, query)
    expect(first?.name, query).toMatch(beginning)
  }
})

test('a text without a similar name finds nothing', async () => {
  for (const query of ['qqqqwwww', 'xylophone tax returns', '%%', '__'])
    expect(
      (await suggest(app.catalogue, query)).map((game) => game.name),
      query,
    ).toEqual([])
})
