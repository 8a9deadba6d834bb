import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { GameId } from '#shared/ids.ts'
import { LABELLED_QUERIES } from '#tests/support/labelled-queries.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { TYPED_QUERIES } from '#tests/support/typed-queries.ts'
import { loadStarterCatalogue, suggest } from '../catalogue.service.ts'
import { loadSteamList } from '../sources/local/steam/load-steam-list.ts'
import { NOTHING_KNOWN, type SourceGame } from '../sources/source.ts'
import { storeGames } from '../stored-games/store-games.ts'
import { qualifiedName } from './qualifiers.ts'

/** Texts that no stored game has as its name: made names of games, syllables, keys, and what people type into any search. */
const UNKNOWN = readFileSync(new URL('../../../../../tests/support/unknown-names.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

const app = useTestApp()
const found = async (text: string) => (await suggest(app.catalogue, text)).map(({ id }) => id as string)
const made = (id: string, name: string, more: Partial<SourceGame> = {}): SourceGame => ({
  ...NOTHING_KNOWN,
  ...{ id: id as GameId, name },
  ...more,
})

beforeAll(async () => {
  await loadStarterCatalogue(app.db)
  await loadSteamList(app.db)
})

test('of a thousand texts as people type them, 96 of 100 find their game first and 99 among the first three', async () => {
  const all = [...LABELLED_QUERIES, ...TYPED_QUERIES]
  const notFirst: string[] = []
  const notInThree: string[] = []
  for (const { query, id, within } of all) {
    const place = (await found(query)).indexOf(id)
    if (within === 1 && place !== 0) notFirst.push(query)
    if (place < 0 || place > 2) notInThree.push(query)
  }
  expect(all).toHaveLength(1000)
  const firsts = all.filter(({ within }) => within === 1).length
  expect(notFirst.length / firsts, notFirst.join('\n')).toBeLessThanOrEqual(0.04)
  expect(notInThree.length / all.length, notInThree.join('\n')).toBeLessThanOrEqual(0.01)
})

test('of two hundred texts that are no name, less than 2 of 100 find anything', async () => {
  const shown: string[] = []
  for (const text of UNKNOWN) if ((await found(text)).length > 0) shown.push(text)
  expect(UNKNOWN).toHaveLength(200)
  expect(shown.length / UNKNOWN.length, shown.join('\n')).toBeLessThan(0.02)
})

describe('words beside the name', () => {
  test('a platform, a year and the kind of version are separate from the name', () => {
    expect(qualifiedName('zelda switch')).toEqual({ name: 'zelda', qualifier: { kind: 'platform', ids: [130] } })
    expect(qualifiedName('doom 2016')).toEqual({ name: 'doom', qualifier: { kind: 'year', year: 2016 } })
    expect(qualifiedName('resident evil 4 remake')).toEqual({
      ...{ name: 'resident evil 4', qualifier: { kind: 'remake' } },
    })
    expect(qualifiedName('skyrim special edition')).toEqual({ name: 'skyrim', qualifier: { kind: 'any' } })
    expect(qualifiedName('metro 2033 xbox 360')).toEqual({
      ...{ name: 'metro 2033', qualifier: { kind: 'platform', ids: [12] } },
    })
    for (const name of ['2048', 'switch', 'the original', 'game', 'final fantasy 7', '1942'])
      expect([name, qualifiedName(name)]).toEqual([name, null])
  })

  test('they never empty the answer, and a name that has them comes first', async () => {
    for (const text of ['hades ps1', 'hades 1999', 'hades remake', 'hades dlc'])
      expect([text, (await found(text))[0]]).toEqual([text, 'igdb_113112'])
    await storeGames(app.db, [made('rawg_501', 'Hades Switch'), made('rawg_502', 'Hades 1999')], 'rawg')
    expect((await found('hades switch'))[0]).toBe('rawg_501')
    expect((await found('hades 1999'))[0]).toBe('rawg_502')
    expect((await found('cyberpunk 2077'))[0]).toBe('igdb_1877')
  })
})

test('short forms of series that no initials give are written out', async () => {
  await storeGames(app.db, [made('rawg_503', 'Mario Kart Wii', { renown: 60 })], 'rawg')
  for (const text of ['mkwii', 'mario kart wii', 'Mario Kart: Wii'])
    expect([text, (await found(text))[0]]).toEqual([text, 'rawg_503'])
})

test('a title of a number comes before better known games with that number', async () => {
  await storeGames(app.db, [made('rawg_504', '2048'), made('rawg_505', 'Wipeout 2048', { renown: 60 })], 'rawg')
  expect((await found('2048')).slice(0, 2)).toEqual(['rawg_504', 'rawg_505'])
  expect(await found('!?% ...')).toEqual([])
})

test.each([
  ['https://store.steampowered.com/app/292030/The_Witcher_3_Wild_Hunt/', 'igdb_1942'],
  ['steam://rungameid/292030', 'igdb_1942'],
  ['steam 292030', 'igdb_1942'],
  ['https://steamcommunity.com/app/233130', 'local_900000233130'],
  ['https://www.gog.com/en/game/baldurs_gate_iii', 'igdb_119171'],
  ['https://mattmakesgames.itch.io/celeste', 'igdb_26226'],
  ['https://www.playstation.com/en-us/games/elden-ring/', 'igdb_119133'],
  ['https://www.igdb.com/games/hollow-knight', 'igdb_14593'],
  ['https://rawg.io/games/portal-2', 'igdb_72'],
])('the address %s finds its game', async (address, id) => {
  expect((await found(address))[0]).toBe(id)
})
