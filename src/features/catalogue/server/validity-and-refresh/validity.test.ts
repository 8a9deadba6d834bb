import { beforeEach, describe, expect, test } from 'vitest'
import type { GameId } from '#shared/ids.ts'
import { signUp } from '#tests/support/members.ts'
import { gameOf, instantSleep, scriptedSource } from '#tests/support/scripted-source.ts'
import { type Client, useTestApp } from '#tests/support/test-app.ts'
import type { BulkGame } from '../../validation.contract.ts'
import { ensureGame } from '../cards/ensure-games.ts'
import { storeGames } from '../stored-games/store-games.ts'

const igdb = scriptedSource('igdb')
const rawg = scriptedSource('rawg')
const world = instantSleep(() => igdb.isHanging() || rawg.isHanging())
const app = useTestApp({}, { catalogueEdges: { sources: [igdb, rawg], sleep: world.sleep } })
/** Another node on the same database, without sources. */
const two = useTestApp({}, { database: async () => ({ ...app, drop: async () => {} }) as never })
let visitor: Client
let last = 400_000
/** An id that no earlier test has used. */
const fresh = () => `igdb_${++last}`

beforeEach(async () => {
  igdb.reset()
  rawg.reset()
  world.pauses.length = 0
  app.time.now = new Date()
  visitor = app.visitor()
})
const later = (milliseconds: number) => {
  app.time.now = new Date(app.time.now.getTime() + milliseconds)
}
const stored = async (id: string) => (await app.db.selectFrom('games').selectAll().where('id', '=', id).execute())[0]

describe('GET /api/games/:id for a game that is not stored', () => {
  test('queries the source of the id, once for concurrent requests, and stores the game', async () => {
    const id = fresh()
    igdb.games = [gameOf(id, 'Found')]
    const answers = await Promise.all(
      [`${id}`, id.slice(5), `${id}/related`].map((path) => visitor.get(`/api/games/${path}`)),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[0]?.body).toMatchObject({ game: { id, name: 'Found' }, state: 'live' })
    expect(igdb.asked).toEqual([['fetchGame', id]])
    expect(rawg.times()).toBe(0)
    expect(await stored(id)).toMatchObject({ origin: 'igdb', validation_reason: 'validated_success' })
  })

  test('a RAWG id is fetched from RAWG', async () => {
    rawg.games = [gameOf('rawg_77', 'Of RAWG')]
    expect((await visitor.get('/api/games/rawg_77')).body.game).toMatchObject({ name: 'Of RAWG', dataSource: 'rawg' })
    expect([igdb.times(), rawg.times()]).toEqual([0, 1])
  })

  test("an id that no source knows is refused with 'Game not found', and not fetched again for a day [R-CAT-01 R-CACHE-08]", async () => {
    const id = fresh()
    for (const _ of [1, 2]) {
      const { status, body } = await visitor.get(`/api/games/${id}`)
      expect([status, body.error]).toEqual([404, 'Game not found'])
    }
    expect(igdb.times()).toBe(1)
    later(24 * 60 * 60_000 + 1)
    igdb.games = [gameOf(id, 'Added since')]
    expect((await visitor.get(`/api/games/${id}`)).body.game.name).toBe('Added since')
  })

  test.each(['server', 'timeout', 'garbage', 'circuit_open'] as const)(
    "a source that fails (%s) is a bad gateway, 'Failed to fetch game details' [R-CAT-01 R-CAT-36]",
    async (kind) => {
      igdb.fail(kind)
      const { status, body } = await visitor.get(`/api/games/${fresh()}`)
      expect(status).toBe(502)
      expect(body).toMatchObject({ error: 'Failed to fetch game details', code: 'upstream_failed' })
    },
  )

  test('a source that hangs is not waited for; its late response serves the next request', async () => {
    const id = fresh()
    igdb.games = [gameOf(id, 'Slow')]
    igdb.fail('hang', 1)
    expect((await visitor.get(`/api/games/${id}`)).status).toBe(502)
    igdb.release()
    await expect.poll(async () => (await visitor.get(`/api/games/${id}`)).status).toBe(200)
    expect(igdb.times()).toBe(1)
  })

  test('another node that has stored it in the meantime shows the late response at once', async () => {
    const id = fresh()
    igdb.games = [gameOf(id, 'Renamed')]
    igdb.fail('hang', 1)
    expect((await visitor.get(`/api/games/${id}`)).status).toBe(502)
    await storeGames(two.db, [gameOf(id, 'First name')], 'igdb')
    const shown = async () => (await two.visitor().get(`/api/games/${id}`)).body.game.name
    expect(await shown()).toBe('First name')
    igdb.release()
    await expect.poll(async () => (await stored(id))?.name).toBe('Renamed')
    await two.settle()
    expect(await shown()).toBe('Renamed')
  })

  test('its achievements are stored later, and a request does not wait for them', async () => {
    rawg.games = [gameOf('rawg_78', 'With a trophy')]
    rawg.achievements = [{ externalId: '1', name: 'First steps', description: null, iconUrl: null, rarity: 50 }]
    expect((await visitor.get('/api/games/rawg_78')).status).toBe(200)
    const achievements = app.db.selectFrom('game_achievements').select('name').where('game_id', '=', 'rawg_78')
    await expect.poll(() => achievements.execute()).toEqual([{ name: 'First steps' }])
  })

  test('a game from a file is not fetched', async () => {
    expect((await visitor.get('/api/games/local_987654')).status).toBe(404)
    expect(igdb.times() + rawg.times()).toBe(0)
  })

  test('an invalid id is refused as such, without a fetch', async () => {
    const { status, body } = await visitor.get('/api/games/igdb_2147483648')
    expect([status, body.code]).toEqual([400, 'invalid_id'])
    expect(igdb.times()).toBe(0)
  })
})

describe('GET /api/games/:id/validate', () => {
  const check = async (id: string) => (await visitor.get(`/api/games/${id}/validate`)).body

  test('handles a known id, a missing one, an invalid one, and a source that fails [R-GAME-45]', async () => {
    const [good, missing, failing] = [fresh(), fresh(), fresh()]
    igdb.games = [gameOf(good, 'Good')]
    expect(await check(good)).toEqual({ valid: true })
    expect(await check(missing)).toEqual({ valid: false, reason: 'not_found' })
    expect(await check('abc')).toEqual({ valid: false, reason: 'invalid_id' })
    expect(await check('2147483648')).toEqual({ valid: false, reason: 'invalid_id' })
    igdb.fail('server')
    expect(await check(failing)).toEqual({ valid: false, reason: 'api_error' })
  })

  test('a result is stored for 24 hours, a failure is not [R-CACHE-08]', async () => {
    const [good, missing, failing] = [fresh(), fresh(), fresh()]
    igdb.games = [gameOf(good, 'Good')]
    for (const _ of [1, 2]) for (const id of [good, missing]) await check(id)
    expect(igdb.times()).toBe(2)
    later(24 * 60 * 60_000 - 1000)
    await check(missing)
    expect(igdb.times()).toBe(2)
    later(2000)
    await check(missing)
    expect(igdb.times()).toBe(3)
    igdb.fail('rate_limited')
    await check(failing)
    await check(failing)
    expect(igdb.times()).toBe(5)
  })

  test('a failure is retried three times, after 1, 2 and 3 seconds [R-CACHE-09]', async () => {
    igdb.fail('server')
    await check(fresh())
    expect(igdb.times()).toBe(4)
    expect(world.pauses).toEqual([1000, 2000, 3000])
    igdb.reset()
    const id = fresh()
    igdb.games = [gameOf(id, 'At last')]
    igdb.fail('server', 3)
    expect(await check(id)).toEqual({ valid: true })
  })

  test.each(['rate_limited', 'credentials', 'quota', 'circuit_open'] as const)(
    '%s is not retried, because it lasts longer than a few seconds',
    async (kind) => {
      igdb.fail(kind)
      expect(await check(fresh())).toEqual({ valid: false, reason: 'api_error' })
      expect(igdb.times()).toBe(1)
    },
  )
})

describe('POST /api/games/bulk', () => {
  const bulk = async (ids: readonly string[]): Promise<BulkGame[]> => {
    const { status, body } = await visitor.post('/api/games/bulk', { ids })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.games
  }

  test('returns the games in the requested order, stored ones in one statement [R-CACHE-12]', async () => {
    const ids = Array.from({ length: 500 }, fresh)
    await storeGames(
      app.db,
      ids.map((id, at) => gameOf(id, `Bulk ${at}`)),
      'igdb',
    )
    await visitor.get('/api/auth/csrf')
    await bulk([])
    let games: BulkGame[] = []
    expect(
      await app.countQueries(async () => {
        games = await bulk(ids)
      }),
    ).toBe(1)
    expect(games.map(({ id }) => id)).toEqual(ids)
    expect(games[7]).toMatchObject({ name: 'Bulk 7', isValidated: true, validationReason: 'valid', canRetry: false })
    expect(igdb.times()).toBe(0)
  })

  test('501 ids are refused [R-CACHE-12]', async () => {
    const { status, body } = await visitor.post('/api/games/bulk', { ids: Array.from({ length: 501 }, () => 'igdb_1') })
    expect([status, body.code]).toEqual([400, 'validation_failed'])
  })

  test('is a POST and needs the token; without one it is refused', async () => {
    const { status, body } = await visitor.post('/api/games/bulk', { ids: [] }, { 'x-csrf-token': 'wrong' })
    expect([status, body.code]).toEqual([403, 'csrf_invalid'])
  })

  test('missing games are fetched, stored and returned as just validated [R-GAME-44]', async () => {
    const [one, two] = [fresh(), fresh()]
    igdb.games = [gameOf(one, 'One'), gameOf(two, 'Two')]
    const games = await bulk([one, two])
    expect(games).toMatchObject([
      { name: 'One', isValidated: true, validationReason: 'validated_success' },
      { name: 'Two', isValidated: true, validationReason: 'validated_success' },
    ])
    expect(Date.parse(games[0]?.lastValidated as string)).toBe(app.time.now.getTime())
    expect(await stored(two)).toMatchObject({ name: 'Two' })
  })

  test('a repeated request queries no source: found games are stored, and missing ones are known [R-CACHE-11]', async () => {
    const [one, none] = [fresh(), fresh()]
    igdb.games = [gameOf(one, 'One')]
    await bulk([one, none])
    later(15 * 60_000)
    await bulk([one, none])
    expect(igdb.times()).toBe(1)
  })

  test('fetches in batches of ten with a pause of 200 ms [R-CACHE-10]', async () => {
    const ids = Array.from({ length: 25 }, fresh)
    igdb.games = ids.map((id) => gameOf(id, id))
    const games = await bulk(ids)
    expect(games.every(({ validationReason }) => validationReason === 'validated_success')).toBe(true)
    expect(igdb.asked.map(([, given]) => (given as string[]).length)).toEqual([10, 10, 5])
    expect(world.pauses).toEqual([200, 200])
  })

  test("an unknown game is 'Unknown Game (ID: n)', 'Data unavailable', and is not stored [R-CAT-44 R-GAME-44]", async () => {
    const id = fresh()
    const [game, odd, blank] = await bulk([id, 'abc', ''])
    const n = id.slice(5)
    expect(game).toMatchObject({
      id,
      name: `Unknown Game (ID: ${n})`,
      developer: 'Data unavailable',
      genre: 'Game Data Missing',
      genres: [{ name: 'Game Data Missing' }],
      isValidated: false,
      validationReason: 'validation_failed',
      canRetry: true,
    })
    expect(odd).toMatchObject({ id: 'abc', name: 'Unknown Game (ID: abc)', validationReason: 'validation_failed' })
    expect(blank).toMatchObject({ id: '', name: 'Unknown Game' })
    expect(await stored(id)).toBeUndefined()
  })

  test("when a source fails, the game is 'Game n (Loading...)' and is retried in the background [R-CAT-45 R-GAME-44]", async () => {
    const id = fresh()
    igdb.games = [gameOf(id, 'Came later')]
    igdb.fail('hang', 1)
    expect(await bulk([id])).toMatchObject([
      {
        name: `Game ${id.slice(5)} (Loading...)`,
        isValidated: false,
        validationReason: 'needs_validation',
        canRetry: true,
      },
    ])
    expect(await stored(id)).toBeUndefined()
    igdb.release()
    await expect.poll(() => stored(id)).toMatchObject({ name: 'Came later' })
  })

  test("after the last retry it is 'Game n (Error)' for a minute [R-CAT-46 R-GAME-44]", async () => {
    const id = fresh()
    igdb.fail('server')
    await expect
      .poll(() => bulk([id]))
      .toMatchObject([
        { name: `Game ${id.slice(5)} (Error)`, validationReason: 'max_retries_exceeded', canRetry: true },
      ])
    expect(igdb.times()).toBe(4)
    expect(world.pauses).toEqual([1000, 2000, 3000])
    await bulk([id])
    expect(igdb.times()).toBe(4)
    igdb.fail(null)
    igdb.games = [gameOf(id, 'Well again')]
    later(60_001)
    expect(await bulk([id])).toMatchObject([{ name: 'Well again' }])
  })
})

describe('POST /api/games/ensure', () => {
  test('stores a game once, and returns whether it did [R-CAT-43]', async () => {
    const member = await signUp(app)
    const id = fresh()
    igdb.games = [gameOf(id, 'Ensured')]
    const first = await member.post('/api/games/ensure', { game_id: id.slice(5) })
    expect(first.body).toMatchObject({ game: { id, name: 'Ensured' }, created: true })
    expect((await member.post('/api/games/ensure', { game_id: id })).body).toMatchObject({ created: false })
    expect(igdb.times()).toBe(1)
  })

  test('refuses a visitor, an unknown game, an invalid id, and a source that fails', async () => {
    const id = fresh()
    expect((await visitor.post('/api/games/ensure', { game_id: id })).status).toBe(401)
    const member = await signUp(app)
    const missing = await member.post('/api/games/ensure', { game_id: id })
    expect([missing.status, missing.body.error]).toEqual([404, 'Game not found'])
    expect((await member.post('/api/games/ensure', { game_id: 'abc' })).status).toBe(400)
    igdb.fail('server')
    const failed = await member.post('/api/games/ensure', { game_id: fresh() })
    expect([failed.status, failed.body.error]).toEqual([502, 'Failed to verify game existence'])
  })

  test("a game that cannot be stored is refused with 'Failed to add game to database', and nothing is stored", async () => {
    const member = await signUp(app)
    const id = fresh()
    igdb.games = [gameOf(id, 'Impossible', { totalRating: 900 })]
    const { status, body } = await member.post('/api/games/ensure', { game_id: id })
    expect([status, body.error]).toEqual([500, 'Failed to add game to database'])
    expect(await stored(id)).toBeUndefined()
  })

  test('concurrent first requests share one fetch, also with other features', async () => {
    const id = fresh() as GameId
    igdb.games = [gameOf(id, 'Met')]
    const cards = await Promise.all([ensureGame(app, id), ensureGame(app, id), visitor.get(`/api/games/${id}`)])
    expect(cards[0]).toEqual(cards[1])
    expect(igdb.times()).toBe(1)
  })

  test('adding a library entry stores its game from the live source [R-CAT-42 R-CAT-43]', async () => {
    const member = await signUp(app)
    const id = fresh()
    igdb.games = [gameOf(id, 'Shelved', { firstReleaseDate: 1_431_993_600 })]
    expect((await member.post('/api/library', { game_id: id })).status).toBe(201)
    const row = await stored(id)
    expect(row).toMatchObject({ name: 'Shelved', first_release_date: 1_431_993_600, source_id: Number(id.slice(5)) })
    const missing = await member.post('/api/library', { game_id: fresh() })
    expect([missing.status, missing.body.error]).toEqual([404, 'Game not found'])
  })
})
