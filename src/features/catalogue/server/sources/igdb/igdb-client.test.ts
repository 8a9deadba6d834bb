import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#db/db.ts'
import { createLog } from '#server/log.ts'
import type { UpstreamOptions } from '#server/upstream.ts'
import { UNLIMITED_SLOTS } from '#server/upstream-slots.ts'
import type { GameId } from '#shared/ids.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { startFakeIgdb } from '#tests/support/fake-igdb.ts'
import type { UpstreamRequest } from '#tests/support/fake-upstream.ts'
import { igdbSource } from './igdb.source.ts'
import { openIgdbClient } from './igdb-client.ts'

const NOW = new Date('2026-11-21T12:00:00Z')
const DAY = 24 * 60 * 60
const fake = await startFakeIgdb({ now: NOW, limits: null })
const { connectionString, drop } = await cloneDatabase()
const nodes = [1, 2].map(() => openDatabase({ connectionString, poolSize: 4, onError: () => {} }))
const dbOf = (node: number) => (nodes[node] as (typeof nodes)[0]).db
const db = dbOf(0)
let time = NOW
afterAll(async () => {
  await fake.close()
  for (const node of nodes) await node.close()
  await drop()
})
beforeEach(() => {
  time = NOW
  fake.upstream.failWith(null)
  fake.upstream.requests.length = 0
})

/** Opens the source of an app node. */
function open(options: Partial<UpstreamOptions> = {}, node = 0, clientSecret = fake.clientSecret) {
  const client = openIgdbClient({
    db: dbOf(node),
    clock: () => time,
    log: createLog('silent'),
    config: { url: fake.url, tokenUrl: fake.tokenUrl, clientId: fake.clientId, clientSecret },
    options: { retryDelayMs: () => 0, slots: UNLIMITED_SLOTS, ...options },
  })
  return { client, source: igdbSource(client) }
}
const id = (number: number) => `igdb_${number}` as GameId

test('the proxy’s queries are forwarded unchanged', async () => {
  const { client } = open()
  expect(await client.forward('genres', 'fields name; where id = 12;')).toEqual([
    { id: 12, name: 'Role-playing (RPG)' },
  ])
  expect(await client.forward('games/count', 'where id = (1942,71);')).toEqual({ count: 2 })
  for (const endpoint of ['../oauth2/token', 'games?x=1', 'games/1', 'https://example.com', ''])
    await expect(async () => client.forward(endpoint, '')).rejects.toThrow(TypeError)
})

describe('the token', () => {
  const clearTokens = () => sql`truncate source_tokens`.execute(db)

  test('is fetched once for concurrent requests on any number of app nodes', async () => {
    await clearTokens()
    const sources = [0, 1, 0, 1].map((node) => open({}, node).source)
    const games = await Promise.all([...sources, ...sources].map((source) => source.fetchGame(id(1942))))
    expect(games.every((game) => game?.id === id(1942))).toBe(true)
    expect(fake.tokenRequests()).toHaveLength(1)
    await open().source.fetchGame(id(71))
    expect(fake.tokenRequests()).toHaveLength(1)
  })

  test('is requested with the secret in the body, not in the address', async () => {
    await clearTokens()
    await open().source.fetchGame(id(71))
    const [request] = fake.tokenRequests() as [UpstreamRequest]
    expect(request).toMatchObject({ method: 'POST', path: '/oauth2/token' })
    expect([...request.query.keys()]).toEqual([])
    expect(new URLSearchParams(request.body).get('grant_type')).toBe('client_credentials')
  })

  test('is renewed once for all nodes when it is refused', async () => {
    const [one, two] = [open().source, open({}, 1).source]
    await one.fetchGame(id(71))
    await two.fetchGame(id(71))
    fake.upstream.requests.length = 0
    fake.revokeTokens()
    const games = await Promise.all([one, two, one, two].map((source) => source.fetchGame(id(1942))))
    expect(games.every((game) => game?.id === id(1942))).toBe(true)
    expect(fake.tokenRequests()).toHaveLength(1)
  })

  test('that is refused twice means wrong credentials', async () => {
    const { source, client } = open()
    await source.fetchGame(id(71))
    fake.upstream.requests.length = 0
    const nobody = openIgdbClient({
      db,
      clock: () => time,
      log: createLog('silent'),
      config: { url: fake.url, tokenUrl: fake.tokenUrl, clientId: 'another', clientSecret: fake.clientSecret },
      options: { retryDelayMs: () => 0, slots: UNLIMITED_SLOTS },
    })
    // The client takes the stored token, is refused, and gets no new token.
    await expect(igdbSource(nobody).fetchGame(id(71))).rejects.toMatchObject({ kind: 'credentials' })
    expect(fake.tokenRequests()).toHaveLength(1)
    expect(nobody.state().openUntil).not.toBeNull()
    expect(client.state().openUntil).toBeNull()
  })

  test('with wrong credentials fails with the kind credentials', async () => {
    await clearTokens()
    const { source } = open({}, 0, 'wrong')
    const error = await source.fetchGame(id(71)).catch((error: Error) => error)
    expect(error).toMatchObject({ kind: 'credentials' })
    expect(String(error)).not.toContain('wrong')
    expect(fake.tokenRequests()).toHaveLength(1)
  })

  const faults = {
    not_found: 'question',
    server_error: 'server',
    rate_limited: 'rate_limited',
    garbage: 'garbage',
    truncated: 'garbage',
    wrong_type: 'garbage',
    hang: 'timeout',
    drip: 'timeout',
    drop: 'unreachable',
  } as const
  for (const [fault, kind] of Object.entries(faults) as [keyof typeof faults, string][])
    test(`that cannot be fetched fails like any request, and is fetched later: ${fault}`, async () => {
      await clearTokens()
      // Short only while the token server does not answer, so that a busy machine has time for the second request.
      let deadlineMs = kind === 'timeout' ? 300 : 30_000
      const { source } = open({ endAfter: () => AbortSignal.timeout(deadlineMs) })
      fake.upstream.failWith(fault, ({ path }) => path === '/oauth2/token')
      await expect(source.fetchGame(id(71))).rejects.toMatchObject({ source: 'igdb', kind })
      expect(fake.apiRequests()).toEqual([])
      fake.upstream.failWith(null)
      deadlineMs = 30_000
      time = new Date(NOW.getTime() + 10 * 60_000)
      expect(await source.fetchGame(id(71))).toMatchObject({ id: id(71) })
    })

  test('is used until shortly before it expires', async () => {
    await clearTokens()
    const { source } = open()
    await source.fetchGame(id(71))
    time = new Date(NOW.getTime() + 59 * DAY * 1000)
    await source.fetchGame(id(71))
    expect(fake.tokenRequests()).toHaveLength(1)
    time = new Date(NOW.getTime() + 60 * DAY * 1000 - 30 * 60_000)
    await source.fetchGame(id(71))
    expect(fake.tokenRequests()).toHaveLength(2)
  })
})

test('two app nodes together book at most four requests a second', async () => {
  // The fake's own limit is off: it counts arrivals, which a busy machine moves closer together than the bookings.
  const unlimited = await startFakeIgdb({ now: NOW, limits: null })
  await sql`truncate source_tokens, upstream_pace`.execute(db)
  try {
    const sources = [0, 1].map((node) => {
      const { url, tokenUrl, clientId, clientSecret } = unlimited
      const config = { url, tokenUrl, clientId, clientSecret }
      return igdbSource(openIgdbClient({ db: dbOf(node), clock: () => time, log: createLog('silent'), config }))
    })
    const { rows: before } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
    // Each game is two requests: one for its times.
    const games = await Promise.all([0, 1, 0, 1].map((at) => sources[at]?.fetchGame(id(1942))))
    expect(games.every((game) => game?.id === id(1942))).toBe(true)
    expect(unlimited.apiRequests()).toHaveLength(8)
    const { rows: after } = await sql<{ ms: number }>`
      select (extract(epoch from next_at - ${before[0]?.at}) * 1000)::float8 as ms from upstream_pace where source = 'igdb'
    `.execute(db)
    expect(after[0]?.ms).toBeGreaterThanOrEqual(8 * 250)
  } finally {
    await unlimited.close()
  }
})
