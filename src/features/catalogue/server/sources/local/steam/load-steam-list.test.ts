import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { seededRandom } from '#db/seed/seeded-random.ts'
import type { GameId } from '#shared/ids.ts'
import { seconds, useSteamApp } from '#tests/support/steam-app.ts'
import { storeGames } from '../../../stored-games/store-games.ts'
import { NOTHING_KNOWN } from '../../source.ts'
import { loadStarterCatalogue } from '../load-starter.ts'
import { loadSteamList } from './load-steam-list.ts'
import { readSteamList, type SteamListGame } from './steam-list.ts'

const { app, ann, robin, link } = await useSteamApp({ STARTER: 'full' })

const counted = async () =>
  (
    await sql<{ games: number; ids: number }>`
      select (select count(*) from games) as games, (select count(*) from game_external_ids) as ids`.execute(app.db)
  ).rows[0]
const gameOf = async (appId: number) =>
  (
    await sql<{ id: string; name: string }>`
      select id, name from games join game_external_ids known on known.game_id = games.id
      where known.source = 'steam' and known.uid = ${String(appId)}`.execute(app.db)
  ).rows.map(({ id }) => id)

/** Road Redemption, which the starter catalogue does not have. */
const OF_THE_LIST = 300380
const OF_A_SOURCE = {
  ...NOTHING_KNOWN,
  id: 'igdb_77001' as GameId,
  name: 'Road Redemption',
  summary: 'A race on motorcycles.',
  renown: 40,
  firstReleaseDate: Date.UTC(2017, 7, 1) / 1000,
}

const endLoads = () =>
  sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database() and state <> 'idle'
      and query like '%insert into games%'`.execute(app.db)

let listed: SteamListGame[] = []
beforeAll(async () => {
  await loadStarterCatalogue(app.db)
  listed = await (await readSteamList()).parse()
  await storeGames(app.db, [OF_A_SOURCE], 'igdb')
  // The process is killed in the middle of a load.
  const killed = loadSteamList(app.db).then(
    () => false,
    () => true,
  )
  await vi.waitFor(async () => expect((await counted())?.games).toBeGreaterThan(3000), { timeout: 60_000 })
  let isKilled: boolean | null = null
  void killed.then((was) => {
    isKilled = was
  })
  while (isKilled === null) await endLoads()
  expect(isKilled).toBe(true)
  await app.run('load-steam-list')
})

test('after a kill it goes on, every game has its id, and another run changes nothing', async () => {
  const before = await counted()
  const { rows } = await sql<{ uid: string }>`select uid from game_external_ids where source = 'steam'`.execute(app.db)
  expect(new Set(rows.map(({ uid }) => uid)).size).toBe(listed.length)
  expect(await app.countQueries(() => loadSteamList(app.db))).toBe(1)
  await app.db
    .updateTable('loaded_data')
    .set({ content_hash: 'of another version' })
    .where('name', '=', 'steam-list')
    .execute()
  expect(await loadSteamList(app.db)).toEqual({ loaded: 0 })
  expect(await counted()).toEqual(before)
})

test('a game of the starter catalogue gets the id at Steam and does not stand twice', async () => {
  expect(await gameOf(292030)).toEqual(['igdb_1942'])
  expect(await gameOf(489830)).toEqual(['igdb_472'])
  expect(await gameOf(1593500)).toEqual(['igdb_19560'])
  expect(await gameOf(319630)).toEqual(['igdb_7599'])
  expect(await gameOf(233130)).toEqual(['local_900000233130'])
  const { rows } = await sql<{ name_key: string }>`
    select name_key from games where origin = 'import'
      and exists (select from games known where known.name_key = games.name_key and known.origin = 'local'
        and 6 = any(known.platform_ids) and abs(known.first_release_date - games.first_release_date) < 86400 * 366)`.execute(
    app.db,
  )
  expect(rows).toEqual([])
})

test('lists, suggestions and what is popular have the games of the starter catalogue first', async () => {
  const visitor = app.visitor()
  const { body } = await visitor.get('/api/games?sort=popularity&limit=48')
  expect(body.games.filter(({ id }: { id: string }) => id.startsWith('local_'))).toEqual([])
  for (const text of ['portal', 'hades', 'rust', 'control', 'souls', 'life is strange']) {
    const { body: found } = await visitor.get(`/api/games/suggestions?query=${encodeURIComponent(text)}`)
    expect([text, found.games[0].id]).toEqual([text, expect.stringMatching(/^igdb_/)])
  }
  const { body: own } = await visitor.get('/api/games/local_900000233130')
  expect(own.game).toMatchObject({ name: 'Shadow Warrior', released: '2013-09-26' })
})

test('a library of 300 games at Steam is matched by id without a key of a source', async () => {
  const random = seededRandom('a library at Steam')
  let sum = 0
  const sums = listed.map(({ owners }) => {
    sum += owners
    return sum
  })
  const drawn = new Map<number, SteamListGame>()
  while (drawn.size < 282) {
    const place = random.whole(0, sum - 1)
    const game = listed[sums.findIndex((upTo) => upTo > place)] as SteamListGame
    drawn.set(game.appId, game)
  }
  robin.games = [
    ...[...drawn.values()].map(({ appId, name }) => ({ appid: appId, name })),
    // Few have what the list leaves out.
    ...Array.from({ length: 18 }, (_, n) => ({ appid: 2_100_000_000 + n, name: `Qwrtplk ${n}` })),
  ].map((game) => ({ ...game, playtime_forever: 60, rtime_last_played: seconds('2026-10-01T10:00:00Z') }))
  const { link: linked } = await link(ann)
  const { rows } = await sql<{ matched_by: string | null }>`
    select matched_by from import_rows where import_id = ${linked.last.import_id}::uuid`.execute(app.db)
  expect(rows.length).toBe(300)
  expect(rows.filter(({ matched_by }) => matched_by === 'steam').length).toBeGreaterThanOrEqual(270)
})

test('a game that a source has brought gets the id, and its facts stay', async () => {
  expect(await gameOf(OF_THE_LIST)).toEqual([OF_A_SOURCE.id])
  const { body } = await app.visitor().get(`/api/games/${OF_A_SOURCE.id}`)
  expect(body.game).toMatchObject({ name: OF_A_SOURCE.name, summary: OF_A_SOURCE.summary })
})
