import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/db/embedded/embedded-postgres.ts'
import { type AppProcess, startApp } from './support/app-process.ts'
import { signUpOverHttp } from './support/http-member.ts'
import { openProxy, type TcpProxy } from './support/tcp-proxy.ts'

// What the log says to somebody who is woken at night.

const folder = mkdtempSync(join(tmpdir(), 'savepoint-night-'))
const startCluster = () => startEmbeddedPostgres({ dataDir: join(folder, 'cluster'), durable: false })
let cluster: EmbeddedPostgres
let line: TcpProxy
let app: AppProcess

beforeAll(async () => {
  cluster = await startCluster()
  line = await openProxy(cluster.connectionString)
  mkdirSync(join(folder, 'backups'))
  app = await startApp(join(folder, 'app'), {
    DATABASE_URL: line.connectionString,
    BACKUP_DIR: join(folder, 'backups'),
    HOST: '::',
    LOG_LEVEL: 'info',
    RATE_LIMITS: 'on',
  })
})
afterAll(async () => {
  app?.process.kill('SIGKILL')
  await line?.close()
  await cluster?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Parses every line: anything that is not JSON fails. */
const lines = (of = app): { level: string; msg: string; [name: string]: unknown }[] =>
  of
    .output()
    .split('\n')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text))
const words = (of = app) => lines(of).map(({ level, msg }) => `${level} ${msg}`)

test('a first start says in five lines what it made, where it is and what comes next', () => {
  expect(words()).toEqual([
    'info First start: the database of DATABASE_URL was empty.',
    expect.stringMatching(/^info Made all tables, in \d+ migrations, and loaded the built-in games\.$/),
    `info Made a secret in ${join(folder, 'app/secret')}: sessions and second factors need it, and each backup contains it.`,
    expect.stringMatching(/^info Savepoint is ready on http:\/\/localhost:\d+ \(\d+\.\d s\)$/),
    'info Next: sign up there, and make the account an admin with: npm run admin -- grant EMAIL',
  ])
})

test('while the database is away the log has one line, and one when it is back', async () => {
  const member = await signUpOverHttp(app.origin, 'ann-night')
  const before = lines().length
  const news = () => words().slice(before)
  let isOver = false
  let refused = 0
  const paths = ['/api/library', '/profile/games', '/api/games?limit=12', '/game/igdb_1020', '/api/health']
  const load = paths.map(async (path) => {
    while (!isOver) {
      const response = await fetch(app.origin + path, { headers: { cookie: member.cookie() }, redirect: 'manual' })
      await response.arrayBuffer()
      if (response.status === 503) refused += 1
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })
  await cluster.stop()
  await expect.poll(() => refused, { timeout: 60_000 }).toBeGreaterThan(500)
  expect(news()).toEqual(['error the database is down; Savepoint continues by itself when it is back'])
  cluster = await startCluster()
  line.redirectTo(cluster.connectionString)
  await expect.poll(async () => (await fetch(`${app.origin}/api/health`)).status, { timeout: 60_000 }).toBe(200)
  await expect.poll(news).toHaveLength(2)
  isOver = true
  await Promise.all(load)
  expect(news()).toEqual([
    'error the database is down; Savepoint continues by itself when it is back',
    'warn the database is back',
  ])
  expect(lines().at(-1)).toMatchObject({ failures: expect.any(Number), since: expect.any(String) })
})

test('a stop is one line, and nothing that it ends is an error', async () => {
  const before = lines().length
  expect(await app.stop()).toBe(0)
  expect(words().slice(before)).toEqual(['info stopping'])
})

test.each([
  ['BACKUP_DIR', 'bakups', /bakups does not exist\. Create the folder of BACKUP_DIR/],
  ['PORT', 'x', /^The setting PORT is invalid/],
  ['DATABASE_URL', 'postgresql://nobody@127.0.0.1:x/none', /^The setting DATABASE_URL is not an address/],
])('a start with a wrong %s ends with one line of the log, and makes nothing', async (name, value, sentence) => {
  const given = name === 'BACKUP_DIR' ? join(folder, value) : value
  const error = await startApp(join(folder, 'wrong'), {
    ...{ DATABASE_URL: line.connectionString, SECRET: 'a secret of the tests that is long enough' },
    // Even then the reason of a failed start is printed.
    LOG_LEVEL: 'silent',
    [name]: given,
  }).catch((error: Error) => error)
  const [, ...printed] = (error as Error).message.trimEnd().split('\n')
  expect(printed).toHaveLength(1)
  expect(JSON.parse(printed[0] as string)).toMatchObject({ level: 'fatal', msg: expect.stringMatching(sentence) })
  expect([existsSync(join(folder, 'wrong')), existsSync(join(folder, 'bakups'))]).toEqual([false, false])
})
