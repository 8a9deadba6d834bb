import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type FakeIgdb, startFakeIgdb } from './support/fake-igdb.ts'

let fake: FakeIgdb
let unlimited: FakeIgdb
beforeAll(async () => {
  fake = await startFakeIgdb({ now: new Date('2026-11-21T12:00:00Z') })
  unlimited = await startFakeIgdb({ now: new Date('2026-11-21T12:00:00Z'), limits: null })
})
afterAll(async () => {
  await fake.close()
  await unlimited.close()
})

async function tokenOf(igdb: FakeIgdb, changes: Record<string, string> = {}): Promise<Response> {
  const form = {
    client_id: igdb.clientId,
    client_secret: igdb.clientSecret,
    grant_type: 'client_credentials',
    ...changes,
  }
  return fetch(`${igdb.tokenUrl}/oauth2/token?${new URLSearchParams(form)}`, { method: 'POST' })
}

async function headersOf(igdb: FakeIgdb): Promise<Record<string, string>> {
  const { access_token } = (await (await tokenOf(igdb)).json()) as { access_token: string }
  return { 'client-id': igdb.clientId, authorization: `Bearer ${access_token}`, 'user-agent': 'the tests' }
}

// biome-ignore lint/suspicious/noExplicitAny: responses of every shape
async function ask(endpoint: string, body: string): Promise<any> {
  const headers = await headersOf(unlimited)
  return (await fetch(`${unlimited.url}/${endpoint}`, { method: 'POST', headers, body })).json()
}

test('gives a token only to the right client, with the documented errors', async () => {
  const right = await tokenOf(fake)
  expect(right.status).toBe(200)
  expect(await right.json()).toEqual({ access_token: expect.any(String), expires_in: 5_184_000, token_type: 'bearer' })
  for (const [changes, status, message] of [
    [{ client_id: 'nobody' }, 400, 'invalid client'],
    [{ client_secret: 'wrong' }, 403, 'invalid client secret'],
    [{ grant_type: 'password' }, 400, 'invalid grant type'],
  ] as const) {
    const wrong = await tokenOf(fake, changes)
    expect(wrong.status).toBe(status)
    expect(await wrong.json()).toEqual({ status, message })
  }
})

test('refuses strangers, revoked tokens and clients without a name', async () => {
  const headers = await headersOf(unlimited)
  const post = (changed: Record<string, string>) =>
    fetch(`${unlimited.url}/games`, { method: 'POST', headers: { ...headers, ...changed }, body: 'fields name;' })
  expect((await post({})).status).toBe(200)
  expect((await post({ 'client-id': 'other' })).status).toBe(401)
  const nameless = await post({ 'user-agent': 'node' })
  expect([nameless.status, await nameless.text()]).toEqual([403, 'error code: 1010'])
  unlimited.revokeTokens()
  const revoked = await post({})
  expect(revoked.status).toBe(401)
  expect(await revoked.json()).toMatchObject({
    message: 'Authorization Failure. Have you tried:',
    'Tip 1': expect.any(String),
  })
})

test('refuses more than four requests per second with 429', async () => {
  const headers = await headersOf(fake)
  const ask = () => fetch(`${fake.url}/games`, { method: 'POST', headers, body: 'limit 1;' })
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now)
  const answers = await Promise.all(Array.from({ length: 6 }, ask))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(2)
  vi.mocked(performance.now).mockReturnValue(now + 1000)
  expect((await ask()).status).toBe(200)
  vi.restoreAllMocks()
})

test('refuses more than eight open requests with 429', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const slow = await startFakeIgdb({ limits: { perSecond: 100, open: 8 }, answersAfter: promise })
  const headers = await headersOf(slow)
  const statuses: number[] = []
  const answers = Array.from({ length: 10 }, async () => {
    const { status } = await fetch(`${slow.url}/games`, { method: 'POST', headers, body: 'limit 1;' })
    statuses.push(status)
  })
  await expect.poll(() => statuses).toEqual([429, 429])
  resolve()
  await Promise.all(answers)
  expect(statuses).toEqual([429, 429, ...Array.from({ length: 8 }, () => 200)])
  await slow.close()
})

test('returns rows with x-count, counts, and errors in their recorded shapes', async () => {
  const headers = await headersOf(unlimited)
  const post = (endpoint: string, body: string) =>
    fetch(`${unlimited.url}/${endpoint}`, { method: 'POST', headers, body })
  const witcher = await post('games', 'fields name,cover.image_id,release_dates.platform,genres; where id = 1942;')
  expect(witcher.headers.get('x-count')).toBe('1')
  expect(await witcher.json()).toEqual([
    {
      id: 1942,
      name: 'The Witcher 3: Wild Hunt',
      cover: { id: 89_386, image_id: 'co1wyy' },
      release_dates: [{ id: expect.any(Number), platform: 6 }, { id: expect.any(Number), platform: 48 }, 164_715],
      genres: [12, 31],
    },
  ])
  expect(await (await post('games/count', 'where version_parent != null;')).json()).toEqual({ count: 1 })
  const wrong = await post('games', 'search Diablo;')
  expect([wrong.status, await wrong.json()]).toEqual([
    400,
    [{ title: 'Syntax Error', status: 400, cause: expect.stringContaining('double quotes') }],
  ])
  expect((await post('games', 'limit 501;')).status).toBe(400)
  expect((await post('achievements', '')).status).toBe(404)
})

test('contains the unusual games: negative dates, hardly any facts, editions, DLC, one name for several games', async () => {
  expect(await ask('games', 'fields first_release_date; where first_release_date < 0;')).toEqual([
    { id: 200_010, first_release_date: -353_635_200 },
  ])
  expect(await ask('games', 'fields *; where id = 200011;')).toEqual([
    { id: 200_011, name: 'Untitled Project Sparrow' },
  ])
  expect(await ask('games', 'fields parent_game.name,game_type.type; where id = 13501;')).toEqual([
    {
      id: 13_501,
      parent_game: { id: 1942, name: 'The Witcher 3: Wild Hunt' },
      game_type: { id: 2, type: 'Expansion' },
    },
  ])
  expect(await ask('games', 'where name = "Pac-Man";')).toHaveLength(3)
  expect(await ask('games/count', 'where id > 0;')).toEqual({ count: unlimited.games.length })
  expect(unlimited.games.length).toBeGreaterThanOrEqual(60)
})

test('searches, ranks by popularity and handles several queries in one request', async () => {
  const zelda = await ask('search', 'search "zelda"; fields name,game.name; where game != null; limit 3;')
  expect(zelda).toHaveLength(3)
  expect(zelda[0].game.name).toBe(zelda[0].name)
  const popular = await ask(
    'popularity_primitives',
    'fields game_id,value; sort value desc; limit 2; where popularity_type = 1;',
  )
  expect(popular[0].value).toBeGreaterThan(popular[1].value)
  expect(
    await ask(
      'multiquery',
      'query games/count "How many" { where platforms = {48}; }; query games "One" { fields name; limit 1; };',
    ),
  ).toEqual([
    { name: 'How many', count: 1 },
    { name: 'One', result: [{ id: 20, name: 'BioShock' }] },
  ])
})

test('fails in the requested way', async () => {
  const headers = await headersOf(unlimited)
  unlimited.upstream.failWith('server_error', (request) => request.path === '/v4/games', 1)
  const post = () => fetch(`${unlimited.url}/games`, { method: 'POST', headers, body: 'limit 1;' })
  expect((await post()).status).toBe(500)
  expect((await post()).status).toBe(200)
})
