import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { signUp } from '#tests/support/members.ts'
import { ROBIN, useSteamApp } from '#tests/support/steam-app.ts'
import { STEAM_REFUSALS } from '../../steam.texts.ts'
import { AUTOMATIC_REQUESTS_A_DAY, STEAM_REQUESTS_A_DAY } from '../../steam-sync.rules.ts'

const { app, ann, bob, steam, robin, link, linkAndImport, sync, plays, sessions, hours, ...world } = await useSteamApp({
  SOURCE_TIMEOUT_SECONDS: '2',
})
const { steamOf, library } = world

const HOUR = 3_600_000
// Each failure may open the circuit of this node, which closes after a pause. So no test begins before an earlier one.
let latest: Date | null = null
beforeEach(() => {
  if (latest !== null) app.time.now = new Date(latest.getTime() + 2 * HOUR)
})
afterEach(() => {
  latest = app.time.now
})
const pass = (hours: number) => {
  app.time.now = new Date(app.time.now.getTime() + hours * HOUR)
}
/** Lets the daily syncs that are due run. */
async function syncDaily(): Promise<void> {
  await app.run('begin-steam-syncs')
  await app.work()
}
const owned = () => steam.count('GetOwnedGames')

describe('what goes wrong at Steam', () => {
  test.each([
    ['rate_limited', 'steam_busy'],
    ['wrong_type', 'steam_unreachable'],
    ['garbage', 'steam_unreachable'],
    ['truncated', 'steam_unreachable'],
    ['server_error', 'steam_unreachable'],
    ['drop', 'steam_unreachable'],
    ['hang', 'steam_unreachable'],
    ['not_found', 'steam_unknown'],
  ] as const)('%s has a name, loses nothing, and the next sync adds what was played', async (fault, code) => {
    await linkAndImport(ann)
    plays(20, 60)
    const before = await library(ann)
    steam.failWith(fault)
    expect(await sync(ann)).toMatchObject({ is_syncing: false, problem: { code }, last: { result: { seen: 3 } } })
    expect(await library(ann)).toEqual(before)
    expect(app.logged()).not.toContain(steam.key)
    steam.failWith(null)
    pass(2)
    expect(await sync(ann)).toMatchObject({ problem: null, last: { result: { games: 1, minutes: 60 } } })
    expect(await hours(ann)).toMatchObject({ igdb_5: 2.5 })
  })

  test('a failure while linking links nothing', async () => {
    steam.failWith('server_error')
    expect(await ann.post('/api/steam/link', { profile: ROBIN })).toMatchObject({
      status: 503,
      body: { code: 'steam_unreachable', error: STEAM_REFUSALS.steam_unreachable },
    })
    expect((await steamOf(ann)).link).toBeNull()
  })

  test.each(['games', 'all'] as const)(
    'a private profile that hides %s has a sentence, keeps all, and pauses nobody',
    async (hides) => {
      await linkAndImport(ann)
      plays(20, 60)
      const before = await library(ann)
      robin.hides = hides
      expect(await sync(ann)).toMatchObject({ problem: { code: 'steam_private' }, counts: { synced: 2 } })
      expect(await library(ann)).toEqual(before)
      expect((await steamOf(bob)).pause).toBeNull()
      // The daily sync tries again on the next day.
      const { next_sync_at } = (await steamOf(ann)).link
      expect(Date.parse(next_sync_at) - app.time.now.getTime()).toBeLessThanOrEqual(24 * HOUR)
      delete robin.hides
      expect(await sync(ann)).toMatchObject({ problem: null, last: { result: { minutes: 60 } } })
    },
  )

  test('a private profile can be linked, and says so', async () => {
    robin.hides = 'games'
    expect((await link(ann)).link).toMatchObject({ name: 'Robin', last: null, problem: { code: 'steam_private' } })
    delete robin.hides
    expect((await sync(ann)).last.result).toMatchObject({ imported: 3 })
  })

  test('hours that are hidden are not a total of nothing', async () => {
    await linkAndImport(ann)
    for (const game of robin.games) game.playtime_forever = 0
    expect(await sync(ann)).toMatchObject({ problem: { code: 'steam_hours_hidden' } })
    expect(await hours(ann)).toMatchObject({ igdb_5: 1.5 })
  })
})

describe('the key of the operator', () => {
  test('one that Steam refuses pauses all syncs without requests, members and admins read why, and a new key ends it', async () => {
    await linkAndImport(ann)
    await linkAndImport(bob)
    const admin = await signUp(app, { becomeAdmin: true })
    steam.key = 'another key'
    expect(await sync(ann)).toMatchObject({ problem: { code: 'steam_key' } })
    const until = new Date(app.time.now.getTime() + 6 * HOUR).toISOString()
    expect((await steamOf(bob)).pause).toEqual({ code: 'steam_key', until })
    const waiting = async () =>
      (await admin.get('/api/admin/pages')).body.groups
        .flatMap(({ pages }: { pages: object[] }) => pages)
        .find(({ path }: { path: string }) => path === '/admin/catalogue').waiting
    expect(await waiting()).toEqual({ count: 1, words: 'paused source' })
    expect((await admin.get('/api/admin/steam')).body).toMatchObject({
      is_on: true,
      links: 2,
      daily_links: 2,
      pause: { code: 'steam_key', until },
    })
    steam.requests.length = 0
    expect(await bob.post('/api/steam/sync')).toMatchObject({
      status: 503,
      body: { code: 'steam_key', error: STEAM_REFUSALS.steam_key },
    })
    expect(await bob.post('/api/imports/steam', { profile: ROBIN })).toMatchObject({ body: { code: 'steam_key' } })
    await syncDaily()
    expect(steam.requests).toEqual([])
    // The operator has set another one: the pause was that of the old key.
    steam.key = 'the-key-of-the-operator'
    await app.db.updateTable('steam_state').set({ key_mark: 'of the old key' }).execute()
    pass(1)
    expect(await sync(bob)).toMatchObject({ problem: null })
    expect((await admin.get('/api/admin/steam')).body.pause).toBeNull()
    expect(await waiting()).toMatchObject({ count: 0 })
  })

  test('after the pause one sync asks again; while Steam still refuses, the others wait without a request', async () => {
    await linkAndImport(ann)
    await linkAndImport(bob)
    steam.key = 'another key'
    await sync(ann)
    pass(48)
    steam.requests.length = 0
    await syncDaily()
    expect(owned()).toBe(1)
    for (const member of [ann, bob])
      expect((await steamOf(member)).link).toMatchObject({ is_syncing: false, problem: { code: 'steam_key' } })
    steam.key = 'the-key-of-the-operator'
    pass(48)
    await syncDaily()
    for (const member of [ann, bob]) expect((await steamOf(member)).link).toMatchObject({ problem: null })
  })

  test('after 429 nothing is asked for an hour, then two, and one answer resets that', async () => {
    await linkAndImport(ann)
    const pauseHours = async () => (Date.parse((await steamOf(ann)).pause.until) - app.time.now.getTime()) / HOUR
    steam.failWith('rate_limited')
    await sync(ann)
    expect(await pauseHours()).toBe(1)
    pass(1)
    await sync(ann)
    expect(await pauseHours()).toBe(2)
    pass(2)
    steam.failWith(null)
    await sync(ann)
    expect((await steamOf(ann)).pause).toBeNull()
    steam.failWith({ fault: 'rate_limited', retryAfterSeconds: 3 * 3600 })
    await sync(ann)
    expect(await pauseHours()).toBe(3)
  })

  test('the requests of a day are limited, automatic ones first, and a new day begins at 0', async () => {
    await linkAndImport(ann)
    const used = async (requests: number) => {
      const day = app.time.now.toISOString().slice(0, 10)
      await app.db.updateTable('steam_state').set({ day, requests }).execute()
      steam.requests.length = 0
    }
    pass(24)
    await used(AUTOMATIC_REQUESTS_A_DAY)
    await syncDaily()
    expect(owned()).toBe(0)
    expect((await steamOf(ann)).link.problem).toMatchObject({ code: 'steam_busy' })
    expect((await sync(ann)).problem).toBeNull()
    expect(owned()).toBe(1)
    await used(STEAM_REQUESTS_A_DAY)
    expect((await sync(ann)).problem).toMatchObject({ code: 'steam_busy' })
    expect(owned()).toBe(0)
    pass(24)
    expect((await sync(ann)).problem).toBeNull()
  })
})

describe('the daily sync', () => {
  test('runs once a day for those who want it, and not for a disabled account', async () => {
    await linkAndImport(ann)
    const next = async () => (await steamOf(ann)).link.next_sync_at
    const first = await next()
    steam.requests.length = 0
    await syncDaily()
    expect(owned()).toBe(0)
    app.time.now = new Date(first)
    plays(20, 60)
    await syncDaily()
    await syncDaily()
    expect(owned()).toBe(1)
    expect(await sessions(ann)).toHaveLength(1)
    expect(Date.parse(await next()) - Date.parse(first)).toBe(24 * HOUR)
    expect((await ann.patch('/api/steam/link', { is_daily: false })).body.link).toMatchObject({
      is_daily: false,
      next_sync_at: null,
    })
    pass(72)
    await syncDaily()
    expect(owned()).toBe(1)
    await ann.patch('/api/steam/link', { is_daily: true })
    await app.db.updateTable('profiles').set({ disabled_at: app.time.now }).where('id', '=', ann.user.id).execute()
    pass(72)
    await syncDaily()
    expect(owned()).toBe(1)
    await app.db.updateTable('profiles').set({ disabled_at: null }).where('id', '=', ann.user.id).execute()
  })

  test('asks again after an hour, then after two, when Steam does not answer', async () => {
    await linkAndImport(ann)
    pass(24)
    steam.failWith('server_error')
    const waits: number[] = []
    for (const _ of [1, 2, 3]) {
      await syncDaily()
      const { next_sync_at } = (await steamOf(ann)).link
      waits.push((Date.parse(next_sync_at) - app.time.now.getTime()) / HOUR)
      app.time.now = new Date(next_sync_at)
    }
    expect(waits).toEqual([1, 2, 4])
    steam.failWith(null)
    plays(20, 60)
    await syncDaily()
    expect(await hours(ann)).toMatchObject({ igdb_5: 2.5 })
  })
})
