import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AppProcess, startApp } from './support/app-process.ts'
import { createOwnedDatabase } from './support/database.ts'
import { openStream } from './support/event-stream.ts'
import { signUpOverHttp } from './support/http-member.ts'

const SCRIPTS = join(import.meta.dirname, '../scripts')
const GAME = 'igdb_1942'
const folder = mkdtempSync(join(tmpdir(), 'savepoint-nodes-'))
const apps: AppProcess[] = []
let env: Record<string, string>
let database: Awaited<ReturnType<typeof createOwnedDatabase>>

beforeAll(async () => {
  execFileSync(process.execPath, [join(SCRIPTS, 'build.ts')], { stdio: 'inherit' })
  // Both start at once on an empty database, as an ordinary role.
  database = await createOwnedDatabase()
  env = {
    DATABASE_URL: database.connectionString,
    RATE_LIMITS: 'on',
    TRUST_PROXY: '1',
    SECRET: 'a secret of the tests that is long enough',
  }
  apps.push(...(await Promise.all(['one', 'two'].map((name) => startApp(join(folder, name), env)))))
})
afterAll(async () => {
  for (const app of apps) await app.stop()
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const report = (app: AppProcess | undefined, forwarded: string) =>
  fetch(`${app?.origin}/api/error-log`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
    body: JSON.stringify({ message: 'From a page' }),
  })

test('two app processes on one database share a rate limit, and count the client behind the proxy', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 22; i += 1) statuses.push((await report(apps[i % 2], `6.6.6.${i}, 203.0.113.9`)).status)
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 202), 429, 429])
  for (const app of apps) {
    const refused = await report(app, '203.0.113.9')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await report(app, '203.0.113.10')).status).toBe(202)
  }
  // Both processes see the count of either.
  const client = new pg.Client(database.connectionString)
  await client.connect()
  const { rows } = await client.query("select occurrences::int from error_groups where message = 'From a page'")
  await client.end()
  expect(rows).toEqual([{ occurrences: 22 }])
})

test('disabling an account signs it out of both processes at once', async () => {
  const ann = await signUpOverHttp(apps[0]?.origin as string, 'ann-shared')
  const session = async (app: AppProcess) =>
    ((await ann.read(app.origin, '/api/auth/session')) as { user: object | null }).user
  // Each process caches the session from here on.
  for (const app of apps) expect(await session(app)).not.toBeNull()
  execFileSync(process.execPath, [join(SCRIPTS, 'admin.ts'), 'disable', 'ann-shared@example.org'], {
    env: { ...process.env, BASE_URL: '', DATABASE_URL: database.connectionString, DATA_DIR: join(folder, 'one') },
  })
  for (const app of apps) await expect.poll(() => session(app)).toBeNull()
})

test('what a member changes on one process is seen on it at once, and on the other once it has been announced', async () => {
  const [one, two] = apps as [AppProcess, AppProcess]
  const dan = await signUpOverHttp(one.origin, 'dan')
  const eve = await signUpOverHttp(two.origin, 'eve')
  const preferences = async (app: AppProcess) =>
    ((await dan.read(app.origin, '/api/user/preferences')) as { search_strategy: string }).search_strategy
  const unread = async (app: AppProcess) =>
    ((await dan.read(app.origin, '/api/notifications/unread')) as { unread: number }).unread
  // Each process caches both from here on.
  for (const app of apps) expect([await preferences(app), await unread(app)]).toEqual(['smart', 0])
  for (const strategy of ['parallel', 'igdb_first', 'rawg_first']) {
    expect(await dan.write(one.origin, 'PUT', '/api/user/preferences', { search_strategy: strategy })).toBe(200)
    expect(await preferences(one)).toBe(strategy)
    await expect.poll(() => preferences(two), { interval: 5 }).toBe(strategy)
  }
  const { user } = (await dan.read(one.origin, '/api/auth/session')) as { user: { id: string } }
  expect(await eve.write(two.origin, 'POST', '/api/followers', { following_id: user.id })).toBeLessThan(300)
  expect(await unread(two)).toBe(1)
  await expect.poll(() => unread(one), { interval: 5 }).toBe(1)
  expect(await dan.write(one.origin, 'POST', '/api/notifications/read', {})).toBe(200)
  expect(await unread(one)).toBe(0)
  await expect.poll(() => unread(two), { interval: 5 }).toBe(0)
})

test('a change on one process reaches readers of the other, which may stop and restart', async () => {
  const [one, two] = apps as [AppProcess, AppProcess]
  const writer = await signUpOverHttp(one.origin, 'writer')
  const reader = await signUpOverHttp(two.origin, 'reader')
  const { user } = (await writer.read(one.origin, '/api/auth/session')) as { user: { id: string } }
  expect(await reader.write(one.origin, 'POST', '/api/followers', { following_id: user.id })).toBeLessThan(300)
  const listen = (lastEventId?: string) =>
    openStream(two.origin, ['notifications', 'feed'], {
      cookie: reader.cookie(),
      ...(lastEventId !== undefined && { lastEventId }),
    })
  const share = (type: string) =>
    writer.write(one.origin, 'POST', '/api/friends/activities/create', { activity_type: type, game_id: GAME })
  const stream = await listen()
  expect(await share('completed')).toBe(201)
  const news = await stream.next('feed')
  expect(news.data).toEqual({ table: 'friend_activities', action: 'INSERT', id: expect.any(String) })

  const { id } = news.data as { id: string }
  const both = await openStream(two.origin, [`activity:${id}`], { cookie: reader.cookie() })
  expect(await writer.write(one.origin, 'POST', `/api/activities/${id}/comments`, { content: 'Done' })).toBe(201)
  expect((await both.next(`activity:${id}`)).data).toEqual({ table: 'friend_activities', action: 'UPDATE', id })

  // The process ends its streams at once, instead of waiting for them.
  const stopped = two.stop()
  await Promise.all([stream.ended, both.ended])
  // The readers reconnect at different moments.
  expect(stream.events().at(-1)).toMatchObject({ event: 'moving', data: { withinMs: expect.any(Number) } })
  expect(await stopped).toBe(0)
  expect(await share('started_playing')).toBe(201)
  apps[1] = await startApp(join(folder, 'two'), { ...env, PORT: new URL(two.origin).port })
  const back = await listen(stream.lastId())
  expect(back.events().map(({ event }) => event)).toEqual(['reset'])
  expect(await share('want_to_play')).toBe(201)
  await back.next('feed')
  back.close()
})
