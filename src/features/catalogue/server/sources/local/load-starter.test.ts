import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listenForChanges } from '#server/changes.ts'
import { createLog } from '#server/log.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { loadStarterCatalogue } from './load-starter.ts'

const app = useTestApp()
const countGames = async () =>
  (await app.db.selectFrom('games').select(sql<number>`count(*)`.as('n')).executeTakeFirstOrThrow()).n

test('app nodes that start together load the catalogue once, and publish it', async () => {
  const changes = await listenForChanges(app.config.databaseUrl as string, createLog('silent'))
  const announced: (readonly string[] | null)[] = []
  changes.subscribe((tags) => announced.push(tags))
  const results = await Promise.all([1, 2, 3].map(() => loadStarterCatalogue(app.db)))
  const [loaded] = results.map((result) => result.loaded).sort((a, b) => b - a)
  expect(results.filter((result) => result.loaded > 0)).toHaveLength(1)
  expect(await countGames()).toBe(loaded)
  await expect.poll(() => announced).toEqual([['games']])
  await changes.close()
})

test('a start with nothing new reads one row and writes nothing', async () => {
  expect(await app.countQueries(() => loadStarterCatalogue(app.db))).toBe(1)
  expect(await loadStarterCatalogue(app.db)).toEqual({ loaded: 0 })
})

test('a game that a live source has overwritten stays unchanged, a manual change is overwritten', async () => {
  await app.db.updateTable('games').set({ name: 'From IGDB', origin: 'igdb' }).where('id', '=', 'igdb_1942').execute()
  await app.db.updateTable('games').set({ name: 'By hand' }).where('id', '=', 'igdb_472').execute()
  await app.db.updateTable('loaded_data').set({ content_hash: 'of another version' }).execute()
  expect((await loadStarterCatalogue(app.db)).loaded).toBeGreaterThan(600)
  const names = await app.db
    .selectFrom('games')
    .select(['id', 'name'])
    .where('id', 'in', ['igdb_1942', 'igdb_472'])
    .orderBy('id')
    .execute()
  expect(names).toEqual([
    { id: 'igdb_1942', name: 'From IGDB' },
    { id: 'igdb_472', name: 'The Elder Scrolls V: Skyrim' },
  ])
})

test('times to beat are loaded where the list of Steam games knows them', async () => {
  const timed = await app.db
    .selectFrom('games')
    .select(['id', 'time_to_beat'])
    .where('time_to_beat', 'is not', null)
    .execute()
  expect(timed.length).toBeGreaterThan(200)
  expect(timed.find(({ id }) => id === 'igdb_14593')?.time_to_beat).toEqual({
    story: 1_500,
    extras: null,
    all: null,
    minutes: 1_500,
    count: null,
    source: 'steam_list',
  })
})
