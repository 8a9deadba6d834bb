import { describe, expect, test } from 'vitest'
import { yamtrack } from '#tests/support/imports-app.ts'
import { ROBIN, useSteamApp, WREN } from '#tests/support/steam-app.ts'
import { STEAM_REFUSALS } from '../../steam.texts.ts'
import { LINK_REFUSALS } from '../../steam-sync.texts.ts'

const { app, ann, bob, steam, robin, link, linkAndImport, sync, plays, sessions, hours, ...world } = await useSteamApp()
const { steamOf, gamesOf, stateOf, rowsOf, library, step, upload } = world

/** Another day, so that the next sync is not the same instant. */
const pass = (days: number) => {
  app.time.now = new Date(app.time.now.getTime() + days * 86_400_000)
}
const names = (games: readonly { name: string }[]) => games.map(({ name }) => name)

describe('linking', () => {
  test.each([['robin'], ['https://steamcommunity.com/id/robin/'], [ROBIN]])(
    '%j is linked under the name that Steam shows, and synced at once and then every day',
    async (profile) => {
      expect((await link(ann, profile)).link).toMatchObject({
        steam_id: ROBIN,
        name: 'Robin',
        is_daily: true,
        is_syncing: false,
        problem: null,
        last: { result: { seen: 3, games: 0, minutes: 0, imported: 3, postponed: 0 } },
      })
      expect(await steamOf(bob)).toMatchObject({ is_on: true, link: null })
    },
  )

  test('what Steam does not know is not linked, and what is no profile is not asked', async () => {
    expect(await ann.post('/api/steam/link', { profile: 'nobody' })).toMatchObject({
      status: 404,
      body: { code: 'steam_unknown', error: STEAM_REFUSALS.steam_unknown },
    })
    expect(await ann.post('/api/steam/link', { profile: '76561197960287999' })).toMatchObject({
      status: 404,
      body: { code: 'steam_unknown' },
    })
    steam.requests.length = 0
    expect(await ann.post('/api/steam/link', { profile: 'ro bin' })).toMatchObject({ status: 400 })
    expect(steam.requests).toEqual([])
    expect((await steamOf(ann)).link).toBeNull()
  })

  test('a second account needs the first one to be unlinked, and unlinking forgets its games but no hours', async () => {
    await linkAndImport(ann)
    plays(20, 30)
    await sync(ann)
    expect(await ann.post('/api/steam/link', { profile: WREN })).toMatchObject({
      status: 409,
      body: { code: 'steam_linked', error: LINK_REFUSALS.steam_linked },
    })
    const before = await library(ann)
    expect((await ann.delete('/api/steam/link')).status).toBe(204)
    expect(await library(ann)).toEqual(before)
    expect(await sessions(ann)).toHaveLength(1)
    expect(await app.db.selectFrom('steam_games').select('app_id').execute()).toEqual([])
    for (const answer of [
      await ann.delete('/api/steam/link'),
      await ann.post('/api/steam/sync'),
      await ann.patch('/api/steam/link', { is_daily: true }),
    ])
      expect(answer).toMatchObject({ status: 404, body: { code: 'steam_not_linked' } })
    expect((await link(ann, WREN)).link).toMatchObject({ name: 'Wren', last: { result: { seen: 0 } } })
  })

  test('a sync of an account that was unlinked meanwhile writes nothing', async () => {
    await linkAndImport(ann)
    plays(20, 30)
    await ann.post('/api/steam/sync')
    await ann.delete('/api/steam/link')
    await app.work()
    expect(await sessions(ann)).toEqual([])
  })
})

test('what one member does with the games of an account changes nothing for another member', async () => {
  steam.accounts[1]!.games = robin.games.map((game) => ({ ...game }))
  await linkAndImport(ann)
  const { link: linked } = await link(bob, WREN)
  await step(bob, linked.last.import_id, 'apply')
  pass(1)
  steam.accounts[1]!.games[0]!.playtime_forever += 15
  await sync(bob)
  const state = async () => [
    await steamOf(bob),
    await Promise.all(['synced', 'changed', 'ignored', 'open', 'removed'].map((filter) => gamesOf(bob, filter))),
    await hours(bob),
  ]
  const before = await state()
  pass(1)
  plays(20, 60)
  expect((await sync(ann)).last.result).toMatchObject({ games: 1, minutes: 60 })
  await ann.put('/api/steam/games/30', { is_ignored: true })
  await ann.delete('/api/library/igdb_6')
  expect(await state()).toEqual(before)
  expect((await gamesOf(ann, 'ignored')).map(({ app_id }: { app_id: number }) => app_id)).toEqual([30])
  expect((await ann.delete('/api/steam/link')).status).toBe(204)
  expect(await state()).toEqual(before)
  expect((await steamOf(ann)).link).toBeNull()
})

describe('the first sync', () => {
  test('is an import that waits for the member, with Steam’s totals as hours without a day', async () => {
    const { link: linked } = await link(ann)
    const id = linked.last.import_id
    expect(await stateOf(ann, id)).toMatchObject({
      state: 'ready',
      file_name: 'Steam profile Robin',
      counts: { total: 3, new: 2, unknown: 1 },
    })
    expect(await library(ann)).toEqual([])
    expect(linked.counts).toEqual({ changed: 0, synced: 0, open: 3, removed: 0, ignored: 0 })
    await step(ann, id, 'apply')
    expect(await hours(ann)).toEqual({ igdb_5: 1.5, igdb_6: 0 })
    expect(await sessions(ann)).toEqual([])
    expect((await steamOf(ann)).link.counts).toMatchObject({ synced: 2, open: 1 })
    expect(names(await gamesOf(ann, 'open'))).toEqual(['Xyzzyplugh of the Attic'])
    expect((await gamesOf(ann, 'synced'))[0]).toMatchObject({ app_id: 20, minutes: 90, game: { id: 'igdb_5' } })
  })

  test('asks nothing if the library has everything already, and leaves what the member has typed', async () => {
    robin.games.pop()
    for (const game_id of ['igdb_5', 'igdb_6']) await ann.post('/api/library', { game_id, status: 'completed' })
    await ann.put('/api/library/igdb_5/progress', { play_time: 12 })
    const { link: first } = await link(ann)
    await step(ann, first.last.import_id, 'apply')
    expect(await hours(ann)).toMatchObject({ igdb_5: 12 })
    await ann.delete('/api/steam/link')
    const before = await library(ann)
    const { link: linked } = await link(ann)
    expect((await stateOf(ann, linked.last.import_id)).state).toBe('done')
    expect(linked.counts).toMatchObject({ synced: 2, open: 0 })
    expect(await library(ann)).toEqual(before)
  })

  test('waits while another import is open, and is then still an import that waits for the member', async () => {
    await upload(ann, 'Name,Hours\nHeron,3')
    const { link: linked } = await link(ann)
    expect(linked.last).toMatchObject({ import_id: null, result: { imported: 0, postponed: 3 } })
    const [open] = (await ann.get('/api/imports')).body.imports
    await ann.delete(`/api/imports/${open.id}`)
    const { last } = await sync(ann)
    expect(last.result).toMatchObject({ imported: 3, postponed: 0 })
    expect((await stateOf(ann, last.import_id)).state).toBe('ready')
  })

  test('a game that the member leaves out of the import is on the ignore list, until it is chosen again', async () => {
    const { link: linked } = await link(ann)
    const path = `/api/imports/${linked.last.import_id}/rows/1`
    await ann.put(path, { game_id: null })
    expect(names(await gamesOf(ann, 'ignored'))).toEqual(['Heron'])
    await ann.put(path, { game_id: 'igdb_5' })
    expect(await gamesOf(ann, 'ignored')).toEqual([])
    await ann.put(path, { game_id: null })
    await step(ann, linked.last.import_id, 'apply')
    plays(20, 60)
    expect((await sync(ann, { open: true })).counts).toMatchObject({ synced: 1, ignored: 1 })
    expect(await hours(ann)).toEqual({ igdb_6: 0 })
  })
})

describe('later syncs', () => {
  test('new minutes become a play session on the day in the member’s time zone, and nothing is posted', async () => {
    const settings = JSON.stringify({ onboarded: true, timezone: 'Pacific/Auckland' })
    await app.db.updateTable('profiles').set({ settings }).where('id', '=', bob.user.id).execute()
    await linkAndImport(bob)
    pass(1)
    plays(20, 45, '2026-11-20T13:30:00Z')
    const { last, counts } = await sync(bob)
    expect(last.result).toMatchObject({ games: 1, minutes: 45, imported: 0 })
    expect(counts.changed).toBe(1)
    // In Auckland it was the next day already.
    const [session] = await sessions(bob)
    expect(session).toEqual({ game_id: 'igdb_5', played_on: '2026-11-21', minutes: 45, origin: 'steam' })
    expect(await hours(bob)).toMatchObject({ igdb_5: 2.25 })
    expect((await gamesOf(bob, 'changed'))[0]).toMatchObject({ app_id: 20, minutes: 135, added: { minutes: 45 } })
    const entry = (await bob.get('/api/library/igdb_5')).body.entry
    expect(entry.last_played_at).toBe('2026-11-20T13:30:00.000Z')
    expect(
      await app.db
        .selectFrom('friend_activities')
        .where('user_id', '=', bob.user.id)
        .where('activity_type', '<>', 'badge')
        .select('id')
        .execute(),
    ).toEqual([])
    // A second sync finds nothing new.
    pass(1)
    expect((await sync(bob)).last.result).toMatchObject({ games: 0, minutes: 0 })
    expect(await sessions(bob)).toHaveLength(1)
  })

  test('without a time of Steam’s the day is that of the sync', async () => {
    await linkAndImport(ann)
    pass(3)
    plays(30, 20)
    await sync(ann)
    expect(await sessions(ann)).toMatchObject([{ game_id: 'igdb_6', played_on: '2026-11-23', minutes: 20 }])
  })

  test('a wanted game becomes playing, and a finished or dropped one stays so', async () => {
    await linkAndImport(ann)
    const statusOf = async () =>
      Object.fromEntries((await library(ann)).map(({ game_id, status }) => [game_id, status]))
    expect(await statusOf()).toEqual({ igdb_5: 'playing', igdb_6: 'want_to_play' })
    await ann.patch('/api/library/igdb_5', { status: 'completed' })
    plays(20, 10)
    plays(30, 10)
    await sync(ann)
    expect(await statusOf()).toEqual({ igdb_5: 'completed', igdb_6: 'playing' })
    await ann.patch('/api/library/igdb_6', { status: 'dropped' })
    plays(30, 10)
    await sync(ann)
    expect(await statusOf()).toEqual({ igdb_5: 'completed', igdb_6: 'dropped' })
  })

  test('hours that the member has logged for the same play time are not counted twice', async () => {
    await linkAndImport(ann)
    plays(20, 120, '2026-11-20T11:00:00Z')
    await ann.post('/api/user/games/igdb_5/sessions', { minutes: 90, played_on: '2026-11-20' })
    await sync(ann)
    expect(await sessions(ann)).toMatchObject([
      { minutes: 90, origin: 'typed' },
      { minutes: 30, origin: 'steam' },
    ])
    expect(await hours(ann)).toMatchObject({ igdb_5: 3.5 })
    // Logged after the sync: the next one adds less.
    await ann.post('/api/user/games/igdb_5/sessions', { minutes: 60, played_on: '2026-11-20' })
    plays(20, 60)
    await sync(ann)
    expect(await hours(ann)).toMatchObject({ igdb_5: 4.5 })
  })

  test('a total that the member has typed stays when it is above Steam’s, and grows by what is new when it is below', async () => {
    await linkAndImport(ann)
    await ann.put('/api/library/igdb_5/progress', { play_time: 50 })
    plays(20, 60)
    await sync(ann)
    expect(await hours(ann)).toMatchObject({ igdb_5: 50 })
    await ann.put('/api/library/igdb_5/progress', { play_time: 1 })
    plays(20, 60)
    await sync(ann)
    expect(await hours(ann)).toMatchObject({ igdb_5: 2 })
  })

  test('the undo of an import leaves what a sync has found meanwhile', async () => {
    await linkAndImport(ann)
    pass(1)
    const answer = await upload(ann, yamtrack([5, 'Heron', 9]))
    await app.work()
    plays(20, 45)
    pass(1)
    await sync(ann)
    pass(1)
    await step(ann, answer.body.import.id, 'apply')
    await step(ann, answer.body.import.id, 'undo')
    expect((await gamesOf(ann, 'changed'))[0]).toMatchObject({ app_id: 20, added: { minutes: 45 } })
  })

  test('a session that the member deletes does not come back', async () => {
    await linkAndImport(ann)
    plays(20, 60)
    await sync(ann)
    const [{ id }] = (await ann.get('/api/user/games/igdb_5/sessions')).body.data
    await ann.delete(`/api/user/games/igdb_5/sessions/${id}`)
    await sync(ann)
    expect(await sessions(ann)).toEqual([])
    expect(await hours(ann)).toMatchObject({ igdb_5: 1.5 })
  })

  test('more than a day holds comes as several sessions, and what the days cannot hold as hours without a day', async () => {
    await linkAndImport(ann)
    pass(1)
    plays(20, 50 * 60, '2026-11-21T08:00:00Z')
    await sync(ann)
    expect(await sessions(ann)).toMatchObject([
      { played_on: '2026-11-20', minutes: 1440 },
      { played_on: '2026-11-21', minutes: 1440 },
    ])
    expect(await hours(ann)).toMatchObject({ igdb_5: 51.5 })
  })

  test('a paused playthrough goes on', async () => {
    await linkAndImport(ann)
    const { playthrough } = (await ann.post('/api/user/games/igdb_5/playthroughs', {})).body
    await ann.patch(`/api/user/games/igdb_5/playthroughs/${playthrough.id}`, { is_paused: true })
    plays(20, 60)
    await sync(ann)
    const rows = await app.db
      .selectFrom('playthroughs')
      .where('user_id', '=', ann.user.id)
      .select(['id', 'is_paused'])
      .execute()
    expect(rows).toEqual([{ id: playthrough.id, is_paused: false }])
  })

  test('a game that is removed from the library does not come back, and counts again once it is added', async () => {
    await linkAndImport(ann)
    await ann.delete('/api/library/igdb_5')
    plays(20, 60)
    const { counts } = await sync(ann, { open: true })
    expect(counts).toMatchObject({ synced: 1, removed: 1 })
    expect(await hours(ann)).toEqual({ igdb_6: 0 })
    await ann.post('/api/library', { game_id: 'igdb_5' })
    plays(20, 15)
    await sync(ann)
    // The sync does not add minutes from before the game came back.
    expect(await hours(ann)).toMatchObject({ igdb_5: 0.25 })
  })

  test('the ignore list lasts, and what is played meanwhile is not added later', async () => {
    await linkAndImport(ann)
    const answer = await ann.put('/api/steam/games/20', { is_ignored: true })
    expect(answer.body.game).toMatchObject({ app_id: 20, state: 'ignored' })
    for (const _ of [1, 2]) {
      plays(20, 60)
      expect((await sync(ann)).counts).toMatchObject({ ignored: 1 })
    }
    expect(await hours(ann)).toMatchObject({ igdb_5: 1.5 })
    await ann.put('/api/steam/games/20', { is_ignored: false })
    plays(20, 30)
    await sync(ann)
    expect(await hours(ann)).toMatchObject({ igdb_5: 2 })
    expect(await ann.put('/api/steam/games/99', { is_ignored: true })).toMatchObject({ status: 404 })
    expect(await bob.put('/api/steam/games/20', { is_ignored: true })).toMatchObject({ status: 404 })
  })

  test('a game that is new at Steam is imported without a question, and can be undone; others are offered once', async () => {
    await linkAndImport(ann)
    robin.games.push(
      { appid: 50, name: 'Stoat Story', playtime_forever: 60 },
      { appid: 60, name: 'Qwertz Zebu', playtime_forever: 5 },
    )
    const { last } = await sync(ann)
    expect(last.result).toMatchObject({ imported: 2 })
    expect(await stateOf(ann, last.import_id)).toMatchObject({ state: 'done', counts: { new: 1, unknown: 1 } })
    expect(await hours(ann)).toMatchObject({ igdb_8: 1 })
    expect((await steamOf(ann)).link.counts).toMatchObject({ synced: 3, open: 2 })
    expect((await sync(ann)).last).toMatchObject({ import_id: null, result: { imported: 0 } })
    await step(ann, last.import_id, 'undo')
    expect((await steamOf(ann)).link.counts).toMatchObject({ synced: 2, removed: 1 })
  })

  test('games that no import has decided come again when the member asks for them, with their hours of that day', async () => {
    await linkAndImport(ann)
    plays(40, 60)
    const { last } = await sync(ann, { open: true })
    expect(last.result).toMatchObject({ imported: 1 })
    expect(await stateOf(ann, last.import_id)).toMatchObject({ state: 'ready', counts: { unknown: 1 } })
    await ann.put(`/api/imports/${last.import_id}/rows`, { question: 'unknown', decision: 'own' })
    await app.work()
    await step(ann, last.import_id, 'apply')
    const [row] = await rowsOf(ann, last.import_id)
    expect(await hours(ann)).toMatchObject({ [row.game.id]: 1.5 })
    plays(40, 30)
    await sync(ann)
    expect(await hours(ann)).toMatchObject({ [row.game.id]: 2 })
    // Joined to a game of the catalogue, it goes on there.
    await ann.post(`/api/library/own-games/${row.game.id}/join`, { game_id: 'igdb_7' })
    plays(40, 30)
    await sync(ann)
    expect(await hours(ann)).toMatchObject({ igdb_7: 2.5 })
  })

  test('two applications of one game count together', async () => {
    robin.games.push({ appid: 21, name: 'Heron', playtime_forever: 600 })
    await linkAndImport(ann)
    // The import takes the larger total.
    expect(await hours(ann)).toMatchObject({ igdb_5: 10 })
    plays(20, 30)
    await sync(ann)
    expect(await hours(ann)).toMatchObject({ igdb_5: 10.5 })
  })

  test('a list that is smaller or older takes nothing away', async () => {
    await linkAndImport(ann)
    plays(20, 60)
    await sync(ann)
    const before = await hours(ann)
    plays(20, -100)
    robin.games = robin.games.filter(({ appid }) => appid !== 30)
    await sync(ann)
    expect(await hours(ann)).toEqual(before)
    // Only minutes above the earlier total are new.
    plays(20, 130)
    await sync(ann)
    expect(await hours(ann)).toMatchObject({ igdb_5: 3 })
  })
})
