import { expect, test } from 'vitest'
import { useSteamApp } from '#tests/support/steam-app.ts'

// The play time of a sync is a change set, as that of an import: shown, and undone for 30 days.
const { app, ann, bob, robin, linkAndImport, sync, plays, sessions, hours, ...world } = await useSteamApp()
const { steamOf, gamesOf, stateOf, rowsOf, library, step } = world

const pass = (days: number) => {
  app.time.now = new Date(app.time.now.getTime() + days * 86_400_000)
}
const entries = () =>
  app.db
    .selectFrom('user_games')
    .where('user_id', '=', ann.user.id)
    .select(['game_id', 'status', 'play_time', 'undated_hours', 'session_minutes', 'last_played_at', 'updated_at'])
    .orderBy('game_id')
    .execute()
const ledger = async () => ({
  entries: await entries(),
  sessions: await sessions(ann),
  history: await app.db.selectFrom('game_progress_history').select(['game_id', 'play_time']).orderBy('id').execute(),
  playthroughs: await app.db.selectFrom('playthroughs').select(['game_id', 'is_paused']).orderBy('id').execute(),
})

/** Links an account, and syncs play time of two games of it. Returns the change set. */
async function syncTwo(): Promise<string> {
  await linkAndImport(ann)
  await app.db.updateTable('user_games').set({ status: 'want_to_play' }).where('game_id', '=', 'igdb_6').execute()
  pass(1)
  plays(20, 45, '2026-11-21T10:00:00Z')
  plays(30, 3000, '2026-11-21T11:00:00Z')
  const { last } = await sync(ann)
  expect(last.result).toMatchObject({ games: 2, minutes: 3045 })
  return last.time_import_id
}

test('a sync that adds play time is listed with the imports, and shows each game with its sessions', async () => {
  const id = await syncTwo()
  expect(await stateOf(ann, id)).toMatchObject({
    sync: 'time',
    state: 'done',
    preset: 'steam',
    file_name: 'Steam play time of Robin',
    counts: { total: 2, applied: 2, changed: 2 },
    undo_until: '2026-12-21T12:00:00.000Z',
  })
  expect((await ann.get('/api/imports')).body.imports[0].id).toBe(id)
  const rows = await rowsOf(ann, id)
  expect(rows.find(({ title }: { title: string }) => title === 'Heron')).toMatchObject({
    n: expect.any(Number),
    game: { id: 'igdb_5' },
    outcome: 'changed',
    can_undo: true,
    changes: [
      { field: 'Hours', before: '1h 30m', after: '2h 15m' },
      { field: 'Last played', after: 'Nov 21, 2026' },
      { field: 'Play sessions', before: null, after: '1' },
    ],
  })
  expect((await bob.get(`/api/imports/${id}`)).status).toBe(404)
})

test('an undo takes a whole sync away: sessions, hours without a day, statuses, history; and it does not come again', async () => {
  await linkAndImport(ann)
  await app.db.updateTable('user_games').set({ status: 'want_to_play' }).where('game_id', '=', 'igdb_6').execute()
  const before = await ledger()
  pass(1)
  plays(20, 45, '2026-11-21T10:00:00Z')
  plays(30, 3000, '2026-11-21T11:00:00Z')
  const { last } = await sync(ann)
  expect(await ledger()).not.toEqual(before)
  await step(ann, last.time_import_id, 'undo')
  expect(await stateOf(ann, last.time_import_id)).toMatchObject({ state: 'undone', counts: { undone: 2 } })
  expect(await ledger()).toEqual(before)
  expect((await steamOf(ann)).link.counts).toMatchObject({ changed: 0, synced: 2 })
  // The minutes are taken over; only later ones count.
  pass(1)
  expect((await sync(ann)).last).toMatchObject({ time_import_id: null, result: { games: 0 } })
  plays(20, 30)
  pass(1)
  expect((await sync(ann)).last.result).toMatchObject({ games: 1, minutes: 30 })
  expect(await hours(ann)).toEqual({ igdb_5: 2, igdb_6: 0 })
})

test('only its member undoes a sync, and asked twice at once it is undone once', async () => {
  const id = await syncTwo()
  const [row] = await rowsOf(ann, id)
  for (const path of [`/api/imports/${id}/undo`, `/api/imports/${id}/rows/${row.n}/undo`]) {
    expect((await bob.post(path)).status).toBe(404)
    expect((await app.visitor().post(path)).status).toBe(401)
  }
  expect(await sessions(ann)).not.toEqual([])
  const rows = await Promise.all([1, 2].map(() => ann.post(`/api/imports/${id}/rows/${row.n}/undo`)))
  expect(rows.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const all = await Promise.all([1, 2].map(() => ann.post(`/api/imports/${id}/undo`)))
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, 409])
  // What syncs meanwhile has a change set of its own.
  const jobs = app.queue.splice(0)
  plays(20, 15)
  const { last } = await sync(ann)
  expect(last.time_import_id).not.toBe(id)
  app.queue.push(...jobs)
  await app.work()
  expect(await stateOf(ann, id)).toMatchObject({ state: 'undone', counts: { undone: 2 } })
  expect(await sessions(ann)).toMatchObject([{ game_id: 'igdb_5', minutes: 15 }])
  await step(ann, last.time_import_id, 'undo')
  expect(await sessions(ann)).toEqual([])
})

test('one game of a sync is undone alone', async () => {
  const id = await syncTwo()
  const rows = await rowsOf(ann, id)
  const { n } = rows.find(({ title }: { title: string }) => title === 'Heron')
  expect((await ann.post(`/api/imports/${id}/rows/${n}/undo`)).status).toBe(200)
  expect(await hours(ann)).toEqual({ igdb_5: 1.5, igdb_6: 50 })
  expect((await gamesOf(ann, 'changed')).map(({ app_id }: { app_id: number }) => app_id)).toEqual([30])
})

test('what the member has changed since stays, and so does what a later sync has added', async () => {
  const id = await syncTwo()
  await ann.patch('/api/library/igdb_6', { status: 'completed' })
  const [session] = await app.db.selectFrom('play_sessions').where('game_id', '=', 'igdb_5').select('id').execute()
  app.time.now = new Date(app.time.now.getTime() + 60_000)
  const edited = await ann.patch(`/api/user/games/igdb_5/sessions/${session?.id}`, { note: 'Mine' })
  expect([edited.status, edited.body?.error]).toEqual([200, undefined])
  pass(1)
  plays(30, 60, '2026-11-22T11:00:00Z')
  const { last } = await sync(ann)
  expect(last.time_import_id).not.toBe(id)
  await step(ann, id, 'undo')
  expect(await sessions(ann)).toMatchObject([
    { game_id: 'igdb_5', minutes: 45 },
    { game_id: 'igdb_6', minutes: 60 },
  ])
  expect(await hours(ann)).toEqual({ igdb_5: 2.25, igdb_6: 1 })
  expect((await library(ann)).map(({ status }) => status)).toEqual(['playing', 'completed'])
  // What the later sync has added is still its own.
  expect(await gamesOf(ann, 'changed')).toMatchObject([{ app_id: 30, added: { minutes: 60 } }])
})

test('a playthrough that the sync has resumed is paused again, unless the member plays it since', async () => {
  await linkAndImport(ann)
  for (const game of ['igdb_5', 'igdb_6']) {
    const { status } = await ann.post(`/api/user/games/${game}/playthroughs`, {
      finish_level: 'unfinished',
      started_on: '2026-11-01',
      is_paused: true,
    })
    expect(status).toBe(201)
  }
  const paused = async () =>
    (await app.db.selectFrom('playthroughs').select('is_paused').orderBy('game_id').execute()).map(
      (row) => row.is_paused,
    )
  pass(1)
  plays(20, 45)
  plays(30, 45)
  const { last } = await sync(ann)
  expect(await paused()).toEqual([false, false])
  pass(1)
  expect((await ann.post('/api/user/games/igdb_6/sessions', { minutes: 30 })).status).toBe(201)
  await step(ann, last.time_import_id, 'undo')
  expect(await paused()).toEqual([true, false])
})

test('unlinking keeps the undo of what was synced, and it ends after 30 days', async () => {
  const id = await syncTwo()
  await ann.delete('/api/steam/link')
  pass(31)
  expect(await ann.post(`/api/imports/${id}/undo`)).toMatchObject({
    status: 409,
    body: { code: 'import_undo_expired' },
  })
  app.time.now = new Date('2026-11-25T12:00:00Z')
  await step(ann, id, 'undo')
  expect(await sessions(ann)).toEqual([])
})

test('a sync that adds nothing has no change set', async () => {
  await linkAndImport(ann)
  robin.games.push({ appid: 50, name: 'Stoat Story', playtime_forever: 60 })
  pass(1)
  const { last } = await sync(ann)
  expect(last).toMatchObject({ time_import_id: null, result: { games: 0, imported: 1 } })
  const kinds = (await ann.get('/api/imports')).body.imports.map(({ sync }: { sync: string }) => sync)
  expect(kinds).toEqual(['apply', 'ask'])
})
