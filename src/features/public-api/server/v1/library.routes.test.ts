import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addGames } from '#tests/support/fixtures.ts'
import { type Member, signUp } from '#tests/support/members.ts'
import { newScript, type Script } from '#tests/support/public-api-app.ts'
import { useTestApp } from '#tests/support/test-app.ts'

const app = useTestApp()
const GAMES = Array.from({ length: 7 }, (_, at) => `igdb_${100 + at}`)
const [GAME = '', OTHER = ''] = GAMES
let mara: Member
let script: Script
beforeAll(() => addGames(app, GAMES))
beforeEach(async () => {
  mara = await signUp(app)
  script = await newScript(app, mara)
})
const put = (body: object, game = GAME) => script.send('PUT', `/api/v1/library/${game}`, { body })
const play = (body: object, key?: string, by = script) =>
  by.send('POST', `/api/v1/library/${GAME}/sessions`, { body, headers: key ? { 'idempotency-key': key } : {} })
const hours = async () => (await mara.get(`/api/library/${GAME}`)).body.entry.play_time
const sessions = async () => (await script.get(`/api/v1/library/${GAME}/sessions`)).body.data

describe('an entry', () => {
  test('is added and changed by the rules of the log form, field by field', async () => {
    const added = await put({ rating: 9 })
    expect(added.status).toBe(201)
    expect(added.body.data).toMatchObject({ game: { id: GAME }, status: 'want_to_play', rating: 9, hours: 0 })
    const changed = await put({ status: 'playing', hours: 12.5, platform: 'PC', notes: 'Slowly' })
    expect(changed.status).toBe(200)
    expect(changed.body.data).toMatchObject({ rating: 9, hours: 12.5, notes: 'Slowly' })
    expect(changed.body.data.playthroughs).toMatchObject([{ platform: 'PC' }])
    const done = await put({ completion: 100 })
    expect(done.body.data).toMatchObject({ status: 'completed', completion: 100, hours: 12.5 })
    expect((await script.get(`/api/v1/library/${GAME}`)).body).toEqual(done.body)
    const { playTimeHistory } = (await mara.get(`/api/library/${GAME}/history`)).body
    expect(playTimeHistory).toMatchObject([{ play_time: 12.5 }, { completion_percentage: 100 }])
  })

  test('that is added with progress is being played', async () => {
    expect((await put({ hours: 2 })).body.data).toMatchObject({ status: 'playing', hours: 2 })
  })

  test.each([
    [{}, 'There is nothing to change'],
    [{ rating: 11 }, 'Rating must be a whole number from 1 to 10'],
    [{ hours: -1 }, 'Play time cannot be negative'],
    [{ status: 'loved' }, 'Game status must be want_to_play, playing, completed or dropped'],
  ])('is not written from %j', async (body, detail) => {
    const answer = await put(body)
    expect([answer.status, answer.body.detail]).toEqual([400, detail])
    expect((await script.get(`/api/v1/library/${GAME}`)).status).toBe(404)
  })

  test('is removed with its sessions', async () => {
    await play({ minutes: 10 })
    expect((await script.send('DELETE', `/api/v1/library/${GAME}`)).status).toBe(204)
    expect((await script.send('DELETE', `/api/v1/library/${GAME}`)).body.code).toBe('entry_not_found')
    expect(await sessions()).toEqual([])
  })
})

describe('the library', () => {
  const fill = async () => {
    for (const game of GAMES) await put({ status: 'playing' }, game)
  }
  const readAll = async (query: string) => {
    const seen: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body } = await script.get(`/api/v1/library?limit=3${query}${cursor && `&cursor=${cursor}`}`)
      seen.push(...body.data.map((entry: { game: { id: string } }) => entry.game.id))
      cursor = body.next_cursor
    }
    return seen
  }

  test('is read in parts, the last added first, and misses nothing that changes meanwhile', async () => {
    await fill()
    const first = (await script.get('/api/v1/library?limit=3')).body
    expect(first.data).toHaveLength(3)
    await put({ rating: 7 }, GAMES[0])
    expect((await readAll('')).toSorted()).toEqual(GAMES.toSorted())
    const second = (await script.get(`/api/v1/library?limit=3&cursor=${first.next_cursor}`)).body
    const ids = [...first.data, ...second.data].map((entry: { game: { id: string } }) => entry.game.id)
    expect(new Set(ids).size).toBe(6)
  })

  test('says of each entry what its own address says', async () => {
    await put({ rating: 9, hours: 12.5, completion: 40, notes: 'Slowly, "quoted"\nand on' })
    await play({ minutes: 90, played_on: '2026-11-01' })
    await put({ status: 'want_to_play' }, OTHER)
    const { data } = (await script.get('/api/v1/library')).body
    expect(data.map(({ game }: { game: { id: string } }) => game.id).toSorted()).toEqual([GAME, OTHER].toSorted())
    for (const entry of data) {
      const { playthroughs: _, ...one } = (await script.get(`/api/v1/library/${entry.game.id}`)).body.data
      expect(entry).toEqual(one)
    }
  })

  test('is filtered by status, name and time of change', async () => {
    await fill()
    const { now } = app.time
    app.time.now = new Date(now.getTime() + 60_000)
    await put({ status: 'dropped' }, OTHER)
    app.time.now = now
    expect(await readAll('&status=dropped')).toEqual([OTHER])
    expect(await readAll('&search=game%20103')).toEqual(['igdb_103'])
    expect(await readAll(`&changed_since=${new Date(now.getTime() + 1).toISOString()}`)).toEqual([OTHER])
    expect(await readAll('&platform=Nothing')).toEqual([])
  })

  test.each(['limit=0', 'limit=101', 'status=loved', 'changed_since=yesterday', 'cursor=abc', 'cursor=WzJd'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await script.get(`/api/v1/library?${query}`)
      expect([status, body.status, body.title]).toEqual([400, 400, 'Bad Request'])
    },
  )

  test('of another member stays unread', async () => {
    await fill()
    const other = await newScript(app, await signUp(app))
    expect((await other.get('/api/v1/library')).body).toEqual({ data: [], next_cursor: null })
    expect((await other.get(`/api/v1/library/${GAME}`)).status).toBe(404)
  })
})

describe('a play session', () => {
  test('that a script sends twice with one key counts once', async () => {
    const first = await play({ minutes: 90, played_on: '2026-11-01' }, 'playnite-1')
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({ data: { game_id: GAME, minutes: 90, played_on: '2026-11-01' }, hours: 1.5 })
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    const again = await play({ minutes: 90, played_on: '2026-11-01' }, 'playnite-1')
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    expect(await hours()).toBe(1.5)
    expect(await sessions()).toEqual([first.body.data])
  })

  test('that is sent ten times at once counts once', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => play({ minutes: 60 }, 'at once')))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
    expect(await hours()).toBe(1)
  })

  test('without a key, or with another one, counts each time', async () => {
    await play({ minutes: 60 })
    await play({ minutes: 60 })
    await play({ minutes: 60 }, 'one')
    await play({ minutes: 60 }, 'two')
    expect(await hours()).toBe(4)
  })

  test('of another token or game does not meet the key', async () => {
    await play({ minutes: 60 }, 'same')
    await play({ minutes: 60 }, 'same', await newScript(app, mara))
    expect(await hours()).toBe(2)
    const other = await script.send('POST', `/api/v1/library/${OTHER}/sessions`, {
      body: { minutes: 60 },
      headers: { 'idempotency-key': 'same' },
    })
    expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused'])
    expect((await play({ minutes: 61 }, 'same')).status).toBe(422)
    expect(await hours()).toBe(2)
  })

  test('that was refused can be sent again with the same key', async () => {
    expect((await play({ minutes: 60, played_on: '2199-01-01' }, 'late')).body.code).toBe('day_in_future')
    expect((await play({ minutes: 60 }, 'late')).status).toBe(201)
  })

  test('needs a key that is not empty and not too long', async () => {
    expect((await play({ minutes: 1 }, 'x'.repeat(200))).status).toBe(201)
    expect((await play({ minutes: 1 }, 'x'.repeat(201))).body.code).toBe('invalid_idempotency_key')
    expect((await play({ minutes: 1 }, 'schlüssel')).body.code).toBe('invalid_idempotency_key')
  })

  test('is remembered for a day', async () => {
    await play({ minutes: 60 }, 'a day')
    const { now } = app.time
    app.time.now = new Date(now.getTime() + 24 * 3600_000)
    await app.run('prune-repeated-requests')
    await play({ minutes: 60 }, 'a day')
    expect(await hours()).toBe(1)
    app.time.now = new Date(now.getTime() + 24 * 3600_000 + 1)
    await app.run('prune-repeated-requests')
    await play({ minutes: 60 }, 'a day')
    expect(await hours()).toBe(2)
    app.time.now = now
  })
})
