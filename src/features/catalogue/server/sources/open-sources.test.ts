import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { UNLIMITED_SLOTS } from '#server/upstream-slots.ts'
import type { GameId } from '#shared/ids.ts'
import { type FakeIgdb, startFakeIgdb } from '#tests/support/fake-igdb.ts'
import { type FakeRawg, startFakeRawg } from '#tests/support/fake-rawg.ts'
import { useTestApp } from '#tests/support/test-app.ts'
import { openSources } from './open-sources.ts'

const app = useTestApp()
let igdb: FakeIgdb
let rawg: FakeRawg
let time = new Date('2026-11-21T12:00:00Z')
beforeAll(async () => {
  igdb = await startFakeIgdb({ limits: null })
  rawg = await startFakeRawg()
})
afterAll(async () => {
  await igdb.close()
  await rawg.close()
})
afterEach(() => {
  igdb.upstream.failWith(null)
  rawg.failWith(null)
  rawg.useUp(false)
  time = new Date('2026-11-21T12:00:00Z')
})

function open(settings: Record<string, string>) {
  const config = readConfig({ SECRET: 'a secret of the tests that is long enough', ...settings })
  const options = { slots: UNLIMITED_SLOTS, retryDelayMs: () => 0 }
  return openSources({ config, db: app.db, clock: () => time, log: createLog('silent'), options })
}
const igdbSettings = () => ({
  IGDB_CLIENT_ID: igdb.clientId,
  IGDB_CLIENT_SECRET: igdb.clientSecret,
  IGDB_URL: igdb.url,
  TWITCH_URL: igdb.tokenUrl,
})
const rawgSettings = () => ({ RAWG_API_KEY: rawg.apiKey, RAWG_URL: rawg.url })

test('without settings only the built-in catalogue is open', () => {
  const sources = open({})
  expect(sources).toMatchObject({ live: [], igdb: null, rawg: null })
  expect(sources.all.map((source) => source.name)).toEqual(['local'])
  expect(sources.describe()).toBe('local')
})

test('a source with settings is on', async () => {
  expect(open(igdbSettings()).describe()).toBe('local, igdb')
  expect(open(rawgSettings()).describe()).toBe('local, rawg')
  const { live, describe } = open({ ...igdbSettings(), ...rawgSettings(), BASE_URL: 'https://play.example' })
  expect(describe()).toBe('local, igdb, rawg')
  const [one, two] = live
  expect(await one?.fetchGame('igdb_1942' as GameId)).toMatchObject({ name: 'The Witcher 3: Wild Hunt' })
  expect(await two?.fetchGame('rawg_3328' as GameId)).toMatchObject({ name: 'The Witcher 3: Wild Hunt' })
  for (const request of [igdb.apiRequests().at(-1), rawg.requests.at(-1)])
    expect(request?.headers['user-agent']).toBe('Savepoint/1 (self-hosted game journal; +https://play.example)')
})

test('the description of a resting source has the time and the reason, and the other source continues', async () => {
  const { live, describe } = open({ ...igdbSettings(), ...rawgSettings() })
  const [one, two] = live
  igdb.upstream.failWith('rate_limited', ({ path }) => path.startsWith('/v4/'))
  rawg.useUp(true)
  await one?.fetchGame('igdb_1942' as GameId).catch(() => {})
  expect(describe()).toBe('local, igdb (resting until 2026-11-21T12:02:00.000Z after rate_limited), rawg')
  await two?.fetchGame('rawg_3328' as GameId).catch(() => {})
  expect(describe()).toContain('rawg (resting until 2026-11-22T12:00:00.000Z after quota)')
  time = new Date('2026-11-21T12:02:00Z')
  expect(describe()).toMatch(/^local, igdb, rawg \(resting/)
})

test('a request times out after 15 seconds, or after the configured time [R-NET-05]', async () => {
  expect(readConfig({ SECRET: 'a secret of the tests that is long enough' }).sourceTimeoutMs).toBe(15_000)
  const [source] = open({ ...rawgSettings(), SOURCE_TIMEOUT_SECONDS: '1' }).live
  rawg.failWith('hang')
  await expect(source?.fetchGame('rawg_3328' as GameId)).rejects.toThrow('rawg: Request timeout after 1000ms.')
})
