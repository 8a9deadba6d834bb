import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { type AppProcess, startApp } from './support/app-process.ts'
import { type HttpMember, signUpOverHttp } from './support/http-member.ts'
import { openProxy, type TcpProxy } from './support/tcp-proxy.ts'

/**
 * Rounds of terminated backends; each eighth restarts the whole cluster. FAULT_ROUNDS=100 runs for more than a minute.
 */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 8)
const RESTART_EVERY = 8

const folder = mkdtempSync(join(tmpdir(), 'savepoint-faults-'))
const startCluster = () => startEmbeddedPostgres({ dataDir: join(folder, 'cluster'), durable: false })
let cluster: EmbeddedPostgres
let line: TcpProxy
let app: AppProcess

beforeAll(async () => {
  cluster = await startCluster()
  line = await openProxy(cluster.connectionString)
  app = await startApp(join(folder, 'app'), { DATABASE_URL: line.connectionString, METRICS: 'on', LOG_LEVEL: 'silent' })
})
afterAll(async () => {
  app?.process.kill('SIGKILL')
  await line?.close()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Terminates some of the app's backends in the middle of their work. */
async function endBackends(): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.connectionString })
  await client.connect()
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'savepoint%' and (state <> 'idle' or random() < 0.5)`,
  )
  await client.end()
}

test('terminated backends and a cluster restart under load never end the process, and responses stay documented', {
  timeout: 180_000 + ROUNDS * 5_000,
}, async () => {
  const members: HttpMember[] = []
  for (const name of ['ann', 'ben', 'cleo']) members.push(await signUpOverHttp(app.origin, `${name}-faults`))
  const seen = new Map<string, number>()
  const surprises: string[] = []
  let answers = 0
  let isOver = false

  async function ask(path: string, init: RequestInit = {}): Promise<void> {
    const response = await fetch(app.origin + path, init)
    const text = await response.text()
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    const refusal = isPage || text === '' ? '' : ((JSON.parse(text) as { code?: string }).code ?? '')
    const what = `${init.method ?? 'GET'} ${path.replace(/[?&]n=\d+$/, '')} ${response.status} ${refusal}`.trim()
    seen.set(what, (seen.get(what) ?? 0) + 1)
    answers += 1
    const isRefused =
      response.status === 503 &&
      response.headers.get('retry-after') !== null &&
      (isPage || ['busy', 'database_unavailable'].includes(refusal))
    if (response.status >= 400 && !isRefused) surprises.push(`${what}: ${text.slice(0, 200)}`)
  }
  const readers = ['/', '/all-games', '/api/games?limit=12', '/game/igdb_1942', '/api/games/search?query=zelda'].map(
    async (path) => {
      // Every second address is new, so that its page does not come from the cache.
      for (let times = 0; !isOver; times += 1)
        await ask(times % 2 === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}n=${times}`)
    },
  )
  const writers = members.map(async (member) => {
    for (let hours = 1; !isOver; hours += 1) {
      const cookie = member.cookie()
      for (const path of ['/profile/games', '/api/library', '/api/notifications', '/api/auth/session'])
        await ask(path, { headers: { cookie }, redirect: 'manual' })
      const status = await member.write(app.origin, 'PUT', '/api/library/igdb_1942/progress', { play_time: hours })
      seen.set(`PUT progress ${status}`, (seen.get(`PUT progress ${status}`) ?? 0) + 1)
      if (![200, 201, 503].includes(status)) surprises.push(`PUT progress ${status}`)
    }
  })
  const signIns = async () => {
    while (!isOver) {
      const given = await fetch(`${app.origin}/api/auth/csrf`)
      const { csrfToken } = (await given.json()) as { csrfToken: string }
      const cookie = given.headers.getSetCookie().map((line) => line.split(';')[0])
      await ask('/api/auth/signin', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-csrf-token': csrfToken, cookie: cookie.join('; ') },
        body: JSON.stringify({ email: 'ann-faults@example.org', password: 'Correct-horse-9' }),
      })
    }
  }
  const load = Promise.all([...readers, ...writers, signIns()])
  load.catch((error: unknown) => surprises.push(String(error)))

  for (let round = 1; round <= ROUNDS; round += 1) {
    if (round % RESTART_EVERY === 0) {
      await cluster.stop()
      cluster = await startCluster()
      line.redirectTo(cluster.connectionString)
    } else await endBackends()
    const before = answers
    await expect.poll(() => answers - before > 60 || app.process.exitCode !== null, { timeout: 30_000 }).toBe(true)
    expect(app.process.exitCode, app.output()).toBeNull()
  }
  isOver = true
  await load
  if (process.env.FAULT_ROUNDS) console.log(seen)
  expect(surprises).toEqual([])
  // The app has recovered.
  await expect.poll(async () => (await fetch(`${app.origin}/api/health`)).status, { timeout: 30_000 }).toBe(200)
  const [ann] = members as [HttpMember]
  expect(await ann.write(app.origin, 'PUT', '/api/library/igdb_1942/progress', { play_time: 1 })).toBe(200)
})

test('while the database is silent, the app serves cached pages and refuses the rest, and SIGTERM ends the process', async () => {
  const member = await signUpOverHttp(app.origin, 'dora-faults')
  const page = (path: string, headers: Record<string, string> = {}) => fetch(app.origin + path, { headers })
  const kept = await (await page('/all-games')).text()

  line.block()
  const [health, call, ownPage, otherPage] = await Promise.all([
    fetch(`${app.origin}/api/health`),
    fetch(`${app.origin}/api/library`, { headers: { cookie: member.cookie() } }),
    page('/profile/games', { cookie: member.cookie() }),
    page('/game/igdb_1020'),
  ])
  expect([health.status, await health.json()]).toMatchObject([503, { code: 'database_unavailable' }])
  expect([call.status, await call.json()]).toMatchObject([
    503,
    { code: 'database_unavailable', error: 'The database is not responding right now. Please try again in a moment.' },
  ])
  for (const refused of [ownPage, otherPage]) {
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(refused.headers.get('cache-control')).toBe('no-store')
    expect((await refused.text()).includes('The database is not responding right now.')).toBe(true)
  }
  const stale = await page('/all-games')
  expect([stale.status, stale.headers.get('x-cache'), stale.headers.get('cache-control')]).toEqual([
    200,
    'stale',
    'public, max-age=10',
  ])
  expect((await stale.text()) === kept).toBe(true)
  const metrics = await (await fetch(`${app.origin}/metrics`)).text()
  expect(metrics).toContain('savepoint_change_feed_live 0')
  expect(metrics).toContain('savepoint_database_answering 0')

  line.unblock()
  await expect.poll(async () => (await page('/all-games')).headers.get('x-cache'), { timeout: 30_000 }).toBeNull()
  expect((await page('/profile/games', { cookie: member.cookie() })).status).toBe(200)

  line.block()
  void page('/profile/games', { cookie: member.cookie() }).catch(() => null)
  expect(await app.stop()).toBe(0)
})
