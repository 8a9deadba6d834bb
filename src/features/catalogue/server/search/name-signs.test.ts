import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { GameId } from '#shared/ids.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { suggest } from '../catalogue.service.ts'
import { encodedForm } from '../names/names.ts'
import { NOTHING_KNOWN } from '../sources/source.ts'
import { storeGames } from '../stored-games/store-games.ts'
import { signsOfAll, signsOfBeginning } from './name-signs.ts'

const app = useTestApp()

const made = (id: number, name: string, renown = 1) => ({ ...NOTHING_KNOWN, id: `rawg_${id}` as GameId, name, renown })
const TITLES = [
  'Grand Marmot Auto 5',
  'Élan: Ærøskøbing',
  'ゼルダの伝説',
  'ゼルダ 無双',
  'Ведьмак 3',
  'X',
  '1942: Joint Strike',
  'Ghost 👻 Écho',
  'Zyzzyva zz',
]

beforeAll(async () => {
  await storeGames(app.db, [...TITLES.map((name, at) => made(at + 1, name, 30)), made(100, 'Common Vole', 40)], 'rawg')
  const crowd = Array.from({ length: 450 }, (_, at) => made(1000 + at, `Common Heron ${at}`, 2))
  await storeGames(app.db, crowd, 'rawg')
  const tail = Array.from({ length: 60 }, (_, at) => made(2000 + at, `Common Quagga ${at}`, 3))
  await storeGames(app.db, tail, 'rawg')
})

const suggested = async (text: string) => (await suggest(app.catalogue, text)).map(({ id }) => id)

test('a name has the signs of every beginning of its words', async () => {
  const keys = await app.db.selectFrom('game_keys').select(['key', 'signs', 'game_id']).execute()
  const words = keys.filter(({ key }) => !key.startsWith('='))
  expect(words.length).toBeGreaterThan(1000)
  for (const { key, signs } of words) {
    const word = key.replace('~', '')
    for (let letters = 1; letters <= word.length; letters++) {
      const sought = signsOfBeginning(word.slice(0, letters))
      expect(BigInt(signs) & sought, `${key} ${letters}`).toBe(sought)
    }
  }
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::integer as wrong from game_keys join games on games.id = game_id
    where signs <> name_signs(search_text)`.execute(app.db)
  expect(rows).toEqual([{ wrong: 0 }])
})

test('of several choices only the shared signs are sure, and a word inside another one has none', () => {
  expect(signsOfAll([['va'], ['scarlet']])).toBe(signsOfBeginning('va') | signsOfBeginning('scarlet'))
  expect(signsOfAll([['quest', 'guest']])).toBe(signsOfBeginning('quest') & signsOfBeginning('guest'))
  expect(signsOfAll([[encodedForm('ゼ'), '']])).toBe(0n)
  expect(signsOfAll([])).toBe(0n)
})

test('a search for two words of which hundreds of games have each finds the game that has both', async () => {
  await storeGames(app.db, [made(3000, 'Common Walrus', 2)], 'rawg')
  expect((await suggested('common quagga 7'))[0]).toBe('rawg_2007')
  expect(await suggested('common wal')).toContain('rawg_3000')
  expect(await suggested('comon walrus')).toContain('rawg_3000')
  expect(await suggested('common elephant walrus')).toContain('rawg_3000')
})

test('every beginning of a title of two words finds the game', async () => {
  for (const title of ['grand marmot auto 5', 'elan aeroskobing', 'ведьмак 3', 'ghost echo', 'zyzzyva zz'])
    for (let letters = 4; letters <= title.length; letters++)
      expect((await suggested(title.slice(0, letters))).length, title.slice(0, letters)).toBeGreaterThan(0)
  expect(await suggested('伝説')).toEqual(['rawg_3'])
  expect(await suggested('ゼル 無双')).toEqual(['rawg_4'])
})

test('a game with other names is found by the words that it has now', async () => {
  await storeGames(app.db, [made(4000, 'Common Before', 2)], 'rawg')
  await storeGames(app.db, [made(4000, 'Common Xylem', 2)], 'rawg')
  expect(await suggested('common xyl')).toEqual(['rawg_4000'])
})
