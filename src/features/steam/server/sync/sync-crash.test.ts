import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useCrashes } from '#tests/support/crashes.ts'
import { useSteamApp } from '#tests/support/steam-app.ts'

const { app, ann, robin, steam, step, link, steamOf, hours } = await useSteamApp()
const { stopsAfter } = useCrashes(app)

/** More games than one transaction of a sync has. */
const COUNT = 450
const ids = Array.from({ length: COUNT }, (_, n) => 2_000 + n)

/** Links an account with many games, all of them in the library. */
async function linkMany(): Promise<void> {
  await sql`
    insert into games (id, data_source, source_id, name, search_text)
    select 'igdb_' || n, 'igdb', n, 'Herd ' || n, '| herd ' || n || ' |' from generate_series(2000, ${1_999 + COUNT}::int) n
    on conflict do nothing`.execute(app.db)
  await sql`
    insert into game_external_ids (game_id, source, uid)
    select 'igdb_' || n, 'steam', n::text from generate_series(2000, ${1_999 + COUNT}::int) n
    on conflict do nothing`.execute(app.db)
  robin.games = ids.map((appid) => ({ appid, name: `Herd ${appid}`, playtime_forever: 60 }))
  const { link: linked } = await link(ann)
  await step(ann, linked.last.import_id, 'apply')
  expect((await steamOf(ann)).link.counts.synced).toBe(COUNT)
  for (const game of robin.games) game.playtime_forever += 30
}

/** The changes of syncs. */
const changes = () =>
  app.db
    .selectFrom('import_changes')
    .innerJoin('imports', 'imports.id', 'import_id')
    .where('sync', '=', 'time')
    .select('import_id')
    .execute()

const queueSync = (times: number) =>
  app.queue.push(
    ...Array.from({ length: times }, () => ({
      name: 'sync-steam',
      data: { userId: ann.user.id, isAutomatic: false, offersOpen: false },
    })),
  )

async function expectOnce(): Promise<void> {
  const sessions = await app.db
    .selectFrom('play_sessions')
    .where('user_id', '=', ann.user.id)
    .select(['game_id', 'minutes'])
    .execute()
  expect(sessions).toHaveLength(COUNT)
  expect(new Set(sessions.map(({ game_id }) => game_id)).size).toBe(COUNT)
  expect(new Set(sessions.map(({ minutes }) => minutes))).toEqual(new Set([30]))
  expect(new Set(Object.values(await hours(ann)))).toEqual(new Set([1.5]))
}

test.each([
  ['play_sessions', 100],
  ['play_sessions', 350],
  ['steam_games', 199],
  ['steam_games', 449],
])(
  'a server that stops while it writes %s (row %i) leaves nothing half, and the next run adds nothing twice',
  async (table, rows) => {
    await linkMany()
    await ann.post('/api/steam/sync')
    await stopsAfter(table, rows)
    // Whole batches: what is written is taken over.
    const written = await app.db.selectFrom('play_sessions').select('game_id').execute()
    const taken = await app.db.selectFrom('steam_games').where('added_minutes', '>', 0).select('game_id').execute()
    expect(taken.length).toBe(written.length)
    expect(await changes()).toHaveLength(written.length)
    expect(written.length).toBeLessThan(COUNT)
    queueSync(1)
    await app.work()
    await expectOnce()
    const { last } = (await steamOf(ann)).link
    expect(last.result).toMatchObject({ games: COUNT, minutes: 30 * COUNT })
    // One change set for the whole sync, with each game once.
    expect(await changes()).toEqual(Array.from({ length: COUNT }, () => ({ import_id: last.time_import_id })))
    await step(ann, last.time_import_id, 'undo')
    expect(await app.db.selectFrom('play_sessions').select('id').execute()).toEqual([])
  },
)

test('what a sync goes on with after the undo of its first part is a change set of its own', async () => {
  await linkMany()
  await ann.post('/api/steam/sync')
  await stopsAfter('play_sessions', 350)
  const [first] = await changes()
  await step(ann, first?.import_id as string, 'undo')
  queueSync(1)
  await app.work()
  const { last } = (await steamOf(ann)).link
  expect(last.time_import_id).not.toBe(first?.import_id)
  expect(last.result).toMatchObject({ games: COUNT - 200 })
  expect(await app.db.selectFrom('play_sessions').select('id').execute()).toHaveLength(COUNT - 200)
})

test('three nodes that sync one account at once add nothing twice, and offer a new game once', async () => {
  await linkMany()
  robin.games.push({ appid: 50, name: 'Stoat Story', playtime_forever: 60 })
  queueSync(3)
  await Promise.all([app.work(), app.work(), app.work()])
  expect(steam.count('GetOwnedGames')).toBe(4)
  const imports = await app.db.selectFrom('imports').select('sync').execute()
  expect(imports.map(({ sync }) => sync).toSorted()).toEqual(['apply', 'ask', 'time'])
  const { igdb_8, ...others } = await hours(ann)
  expect(igdb_8).toBe(1)
  expect(new Set(Object.values(others))).toEqual(new Set([1.5]))
})

test('a sync reads and writes its games in batches', async () => {
  await linkMany()
  await ann.post('/api/steam/sync')
  const statements = await app.countQueries(() => app.work())
  expect(statements).toBeLessThan(80)
  await expectOnce()
})
