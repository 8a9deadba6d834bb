import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openRawgClient } from '#features/catalogue/server/sources/rawg/rawg-client.ts'
import { NOTHING_KNOWN } from '#features/catalogue/server/sources/source.ts'
import { storeGames } from '#features/catalogue/server/stored-games/store-games.ts'
import type { Changes } from '#server/changes.ts'
import { createLog } from '#server/log.ts'
import { dispatch, type RequestContext, type Route } from '#server/routes.ts'
import { UpstreamError, type UpstreamFailure } from '#server/upstream.ts'
import type { GameId } from '#shared/ids.ts'
import { startFakeRawg } from '#tests/support/fake-rawg.ts'
import { type FakeUpstream, startFakeUpstream, type UpstreamAnswer } from '#tests/support/fake-upstream.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { withoutKey } from './keyless.ts'
import { rawgProxyRoutes } from './rawg-proxy.routes.ts'
import type { ForwardRawg } from './rawg-proxy.service.ts'

const KEY = '0123456789abcdef'
const app = useTestApp()
let fake: FakeUpstream
let now: Date
let failure: UpstreamFailure | null

beforeAll(async () => {
  const game = {
    ...NOTHING_KNOWN,
    id: 'rawg_4200' as GameId,
    name: 'Portal 2',
    firstReleaseDate: 1_303_084_800,
    totalRating: 92,
    totalRatingCount: 5000,
    genres: [{ id: 9, name: 'Puzzle' }],
    isWhole: true,
  }
  await storeGames(app.db, [game], 'rawg')
  fake = await startFakeUpstream(({ path, query }): UpstreamAnswer => {
    if (query.get('key') !== KEY) return { status: 401, body: { error: 'The API key is not found' } }
    const address = (page: string) => `${fake.url}${path}?key=${KEY}&page=${page}`
    if (path === '/games/404') return { status: 404, body: { detail: 'Not found.' } }
    if (/^\/games\/[^/]+$/.test(path))
      return {
        body: { id: 3498, name: 'Grand Theft Auto V', reddit_url: address('1'), list: [{ url: `x?a=1&key=${KEY}` }] },
      }
    return { body: { count: 100, next: address('2'), previous: null, results: [{ id: 3498, self: address('7') }] } }
  })
})
afterAll(() => fake.close())
beforeEach(() => {
  now = new Date()
  failure = null
  fake.requests.length = 0
})

/** The minimum of a RAWG client. */
const forward: ForwardRawg = {
  async list(path, params) {
    const body = (await get(path, params)) as { results: unknown[]; count: number; next: string | null }
    return { results: body.results, count: body.count, hasNext: body.next !== null }
  },
  find: async (path, handle) => (await get(`${path}/${handle}`, {})) as Record<string, unknown> | null,
}

async function get(path: string, params: Record<string, string | number>): Promise<unknown> {
  if (failure) throw new UpstreamError('rawg', failure, 'scripted')
  const search = new URLSearchParams({ key: KEY })
  for (const [name, value] of Object.entries(params)) search.set(name, String(value))
  const answer = await fetch(`${fake.url}${path}?${search}`)
  return answer.status === 404 ? null : answer.json()
}

const changes: Changes = { isLive: () => true, subscribe: () => () => {}, close: async () => {} }
let routes: readonly Route[]
beforeEach(() => {
  routes = rawgProxyRoutes({ db: app.db, clock: () => now, changes, forward })
})

async function ask(path: string, params: Record<string, string>, query: Record<string, string> = {}) {
  const route = routes.find(({ endpoint }) => endpoint.path === `/api/rawg${path}`) as Route
  const request = {
    requestId: 'r',
    headers: new Headers(),
    ip: '',
    origin: 'https://here',
    session: null,
  } as RequestContext
  return dispatch(route, { params, query, body: {} }, request, createLog('silent'))
}
const asked = () => fake.requests.map(({ path, query }) => [path, Object.fromEntries(query)])

describe('while RAWG is on', () => {
  test('lists are fetched with the documented parameters and our key [R-RAWG-01]', async () => {
    const query = {
      search: 'gta & more?key=x',
      page: '2',
      page_size: '100',
      ordering: '-released',
      dates: '2026-11-21,2028-11-21',
      platforms: '4,187',
    }
    const { status, body } = await ask('/games', {}, { ...query, key: 'theirs', unknown: '1' })
    expect(status).toBe(200)
    expect(asked()).toEqual([['/games', { ...query, page_size: '40', key: KEY }]])
    expect(body).toMatchObject({ count: 100, results: [{ id: 3498 }] })
    const { next, previous } = body as { next: string; previous: string }
    expect(new URL(next).origin + new URL(next).pathname).toBe('https://here/api/rawg/games')
    expect(new URL(next).searchParams.get('page')).toBe('3')
    expect(new URL(previous).searchParams.get('dates')).toBe('2026-11-21,2028-11-21')
  })

  test.each([
    ['/games/:handle', '/games/3498', '[R-RAWG-02]'],
    ['/games/:handle/screenshots', '/games/3498/screenshots', '[R-RAWG-03]'],
    ['/games/:handle/stores', '/games/3498/stores', '[R-RAWG-04]'],
  ])('%s is fetched as %s %s', async (path, upstream) => {
    expect((await ask(path, { handle: 'rawg_3498' })).status).toBe(200)
    expect(asked()).toEqual([[upstream, { key: KEY }]])
  })

  test('the client of the sources sends the requests, and the key stays with it', async () => {
    const rawg = await startFakeRawg()
    const config = { url: rawg.url, apiKey: rawg.apiKey }
    const client = openRawgClient({ db: app.db, clock: () => new Date(), log: createLog('silent'), config })
    routes = rawgProxyRoutes({ db: app.db, clock: () => now, changes, forward: client })
    const list = await ask('/games', {}, { page_size: '2' })
    const { results, next } = list.body as { results: { id: number }[]; next: string }
    expect([list.status, results.length, next]).toEqual([200, 2, 'https://here/api/rawg/games?page_size=2&page=2'])
    const game = await ask('/games/:handle', { handle: String(results[0]?.id) })
    expect(game).toMatchObject({ status: 200, body: { id: results[0]?.id } })
    expect(JSON.stringify([list.body, game.body])).not.toMatch(new RegExp(`key=|${rawg.apiKey}`))
    await rawg.close()
  })

  test('no response contains the key', async () => {
    const answers = [
      await ask('/games', {}),
      await ask('/games/:handle', { handle: '3498' }),
      await ask('/games/:handle/stores', { handle: 'grand-theft-auto-v' }),
    ]
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`key=|${KEY}`))
    }
    expect(answers[1]?.body).toMatchObject({ reddit_url: `${fake.url}/games/3498?page=1`, list: [{ url: 'x?a=1' }] })
  })

  test('invalid parameters and ids are refused without asking RAWG', async () => {
    for (const query of [
      { page: '0' },
      { ordering: 'key' },
      { dates: 'today' },
      { platforms: '4;5' },
      { genres: 'a b' },
    ])
      expect((await ask('/games', {}, query as Record<string, string>)).status).toBe(400)
    for (const handle of ['../genres', 'a b', '', 'x'.repeat(201)])
      expect((await ask('/games/:handle', { handle })).status).toBe(400)
    expect(asked()).toEqual([])
  })

  test('a game that RAWG does not know is not found', async () => {
    expect(await ask('/games/:handle', { handle: '404' })).toMatchObject({
      status: 404,
      body: { error: 'Game not found' },
    })
  })

  test('equal requests are sent once in five minutes [R-CACHE-13]', async () => {
    await ask('/games', {}, { search: 'gta', page: '1' })
    await ask('/games', {}, { page: '1', search: 'gta' })
    now = new Date(now.getTime() + 299_000)
    await ask('/games', {}, { search: 'gta', page: '1' })
    expect(fake.requests).toHaveLength(1)
    now = new Date(now.getTime() + 2_000)
    await ask('/games', {}, { search: 'gta', page: '1' })
    expect(fake.requests).toHaveLength(2)
  })

  test.each([
    ['quota', 429, 'rate_limit_exceeded'],
    ['rate_limited', 429, 'rate_limit_exceeded'],
    ['timeout', 504, 'upstream_timeout'],
    ['server', 502, 'upstream_failed'],
  ] as const)(
    'when RAWG fails (%s), lists are refused with %i, and a stored game is returned',
    async (kind, status, code) => {
      failure = kind
      expect(await ask('/games', {})).toMatchObject({ status, body: { code } })
      expect(await ask('/games/:handle', { handle: '3498' })).toMatchObject({ status, body: { code } })
      expect(await ask('/games/:handle', { handle: '4200' })).toMatchObject({ status: 200, body: { name: 'Portal 2' } })
    },
  )
})

describe('while RAWG is off', () => {
  test("a stored game is returned in RAWG's shape", async () => {
    expect(await app.visitor().get('/api/rawg/games/rawg_4200')).toMatchObject({
      status: 200,
      body: {
        id: 4200,
        name: 'Portal 2',
        released: '2011-04-18',
        tba: false,
        background_image: null,
        rating: 4.6,
        ratings_count: 5000,
        metacritic: null,
        genres: [{ name: 'Puzzle' }],
        platforms: [],
      },
    })
  })

  test('everything else is refused with 503 and a sentence', async () => {
    for (const path of [
      '/games?search=portal',
      '/games/1',
      '/games/portal-2',
      '/games/4200/screenshots',
      '/games/4200/stores',
    ])
      expect(await app.visitor().get(`/api/rawg${path}`), path).toMatchObject({
        status: 503,
        body: { code: 'rawg_off', error: 'RAWG is not configured on this server, and this is not stored here.' },
      })
  })
})

test('a parameter that only looks like a key stays unchanged', () => {
  for (const text of ['What now?', 'monkey=1', 'a?b=1&turkey=2', 'key=of life', 'a & b?'])
    expect(withoutKey(text)).toBe(text)
  expect(withoutKey('a?key=1&key=2#x')).toBe('a#x')
  expect(withoutKey('a?b=1&key=2&c=3')).toBe('a?b=1&c=3')
  expect(withoutKey({ a: ['x?KEY=1&b=2'] })).toEqual({ a: ['x?b=2'] })
})
