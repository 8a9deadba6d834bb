import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { SERVER_FEATURES } from '#app/features.ts'
import { type Database, openDatabase } from '#db/db.ts'
import { backupName } from '#server/backups.ts'
import { type Config, readConfig } from '#server/config.ts'
import { type CheckDeps, type HealthCheck, runChecks } from '#server/doctor/health-check.ts'
import { healthChecksOf } from '#server/feature.ts'
import { createLog } from '#server/log.ts'
import { cleanUp, isRoot, makeDisk } from './support/embedded-world.ts'
import { startFakeUpstream } from './support/fake-upstream.ts'
import { startMailServer } from './support/mail-server.ts'
import { signUp } from './support/members.ts'
import { useTestApp } from './support/test-app.ts'

const world = useTestApp()
const folder = mkdtempSync(join(tmpdir(), 'savepoint-doctor-'))
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
  await cleanUp()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const CHECKS = healthChecksOf(SERVER_FEATURES)
const SECRET = 'a secret of the tests that is long enough'

/** Runs one check with these settings, and returns what it says, as 'state: sentence'. */
async function check(name: string, settings: Record<string, string> = {}, over: Partial<CheckDeps> = {}) {
  const config = readConfig({ SECRET, DATA_DIR: folder, DATABASE_URL: world.connectionString, ...settings })
  const deps = { config, clock: () => new Date(), log: createLog('silent'), database: world.db, ...over }
  const found = await runChecks(
    CHECKS.filter((each) => each.name === name),
    deps,
  )
  // What is well needs no advice, and everything else has some.
  expect(found.filter(({ state, todo }) => (state === 'ok') !== (todo === null))).toEqual([])
  return found.map(({ state, sentence }) => `${state}: ${sentence}`)
}

/** Opens the database of the tests as a role that has no rights in it. */
async function asStranger(): Promise<{ database: Database; settings: { DATABASE_URL: string }; role: string }> {
  const role = `stranger_${Date.now()}`
  await sql`create role ${sql.id(role)} nologin`.execute(world.db)
  const url = new URL(world.connectionString)
  url.searchParams.set('options', `-c role=${role}`)
  const database = openDatabase({ connectionString: url.href, poolSize: 1, onError: () => {} })
  closing.push(async () => {
    await database.close()
    await sql`drop role ${sql.id(role)}`.execute(world.db)
  })
  return { database, settings: { DATABASE_URL: url.href }, role }
}

/** Serves something else than the site, and returns its address. */
async function serve(listener: Parameters<typeof createServer>[1]): Promise<string> {
  const server: Server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('the database', () => {
  test('is well with the version, and its schema too', async () => {
    expect(await check('database')).toEqual([expect.stringMatching(/^ok: PostgreSQL 18\..* has all rights/)])
    expect(await check('migrations')).toEqual(['ok: The database has the schema of this version.'])
  })

  test('fails for a role that owns no table and may create none', async () => {
    const { database, settings, role } = await asStranger()
    const found = await check('database', settings, { database: database.db })
    expect(found).toEqual([
      expect.stringMatching(`failing: The role "${role}" may not create tables`),
      expect.stringMatching(/^failing: The role .* does not own \d+ tables/),
    ])
  })

  test('fails with the reason when it cannot be opened, and the checks that need it say so', async () => {
    const database = { problem: 'No PostgreSQL answers at db:5432.' }
    expect(await check('database', {}, { database })).toEqual(['failing: No PostgreSQL answers at db:5432.'])
    expect(await check('clock', {}, { database })).toEqual([expect.stringMatching(/^warning: .* needs the database/)])
  })

  test('warns of more connections than PostgreSQL allows', async () => {
    const { rows } = await sql<{ most: string }>`select current_setting('max_connections') as most`.execute(world.db)
    const found = await check('database', { DATABASE_POOL_SIZE: '100' })
    expect(found).toEqual([expect.stringMatching(Number(rows[0]?.most) < 110 ? /^warning: .* opens up to 107/ : /^ok/)])
  })

  test('has an expansion of a newer version, or a long migration that goes on or hangs', async () => {
    const later = '29990101000000-add-all.sql'
    await sql`insert into schema_migrations (name, content_hash) values (${later}, '')`.execute(world.db)
    expect(await check('migrations')).toEqual([expect.stringMatching(/^warning: .* goes on working with it\.$/)])
    await sql`delete from schema_migrations where name = ${later}`.execute(world.db)
    await sql`insert into long_migrations (name, rows_done, rows_total) values ('fill-all', 1200, 3300)`.execute(
      world.db,
    )
    expect(await check('migrations')).toEqual([
      'warning: The long migration fill-all goes on beside the app: 36 % (1,200 of 3,300 rows).',
    ])
    await sql`update long_migrations set updated_at = now() - interval '4 hours'`.execute(world.db)
    expect(await check('migrations')).toEqual([expect.stringMatching(/^failing: .* has not moved for three hours/)])
    await sql`delete from long_migrations`.execute(world.db)
  })

  test('lacks a migration, or has one of a newer version', async () => {
    const { rows } = await sql<{ name: string }>`select min(name) as name from schema_migrations`.execute(world.db)
    const name = rows[0]?.name ?? ''
    const rename = (from: string, to: string) =>
      sql`update schema_migrations set name = ${to} where name = ${from}`.execute(world.db)
    await rename(name, '29990101000000-add-all.sql')
    expect(await check('migrations')).toEqual([expect.stringMatching(/^failing: A newer version/)])
    await sql`delete from schema_migrations where name like '2999%'`.execute(world.db)
    expect(await check('migrations')).toEqual(['warning: The database lacks 1 migration of this version.'])
  })
})

test('settings that are valid and do harm are named', async () => {
  expect(await check('settings')).toEqual(['ok: The settings fit together.'])
  const harmful = { RATE_LIMITS: 'off', LOG_LEVEL: 'silent', REQUIRE_EMAIL_CONFIRMATION: 'on' }
  expect(await check('settings', harmful)).toHaveLength(3)
})

test('a clock that differs from the database fails', async () => {
  expect(await check('clock')).toEqual(['ok: The clock agrees with that of the database.'])
  const clock = () => new Date(Date.now() - 90_000)
  expect(await check('clock', {}, { clock })).toEqual([
    expect.stringMatching(/^failing: .* differ by (89|90|91) seconds/),
  ])
})

describe('the disk', () => {
  test('is well with room, and missing before the first start', async () => {
    expect(await check('disk')).toEqual([expect.stringMatching(/^ok: .* of room\.$/)])
    const there = join(folder, 'nothing')
    expect(await check('disk', { DATA_DIR: there })).toEqual([`warning: ${there} does not exist yet.`])
  })

  test('fails when it is nearly full', async ({ skip }) => {
    skip(!isRoot, 'only root can mount a small disk')
    const disk = makeDisk('20m')
    skip(disk.refusal !== '', disk.refusal)
    expect(await check('disk', { DATA_DIR: disk.folder })).toEqual([expect.stringMatching(/^failing: .*nearly full/)])
  })
})

describe('backups', () => {
  const at = (hours: number) => {
    const kept = mkdtempSync(join(folder, 'backups-'))
    const time = new Date(Date.now() - hours * 3_600_000)
    writeFileSync(join(kept, backupName(time)), 'x')
    utimesSync(join(kept, backupName(time)), time, time)
    return { BACKUP_DIR: kept }
  }

  test('warn where there are none, and grow worse with their age', async () => {
    expect(await check('backups')).toEqual(['warning: There are no nightly backups.'])
    const empty = mkdtempSync(join(folder, 'empty-'))
    expect(await check('backups', { BACKUP_DIR: empty })).toEqual([`warning: There is no backup in ${empty} yet.`])
    expect(await check('backups', at(5))).toEqual(['ok: The latest backup was made 5 hours ago.'])
    expect(await check('backups', at(30))).toEqual(['warning: The latest backup is 30 hours old.'])
    expect(await check('backups', at(24 * 9))).toEqual(['failing: The latest backup is 9 days old.'])
  })

  test('fail in a folder that is missing', async () => {
    const missing = join(folder, 'missing')
    expect(await check('backups', { BACKUP_DIR: missing })).toEqual([
      `failing: ${missing} does not exist, so no backup can be made.`,
    ])
  })
})

describe('mail', () => {
  const settings = (url: string) => ({
    SMTP_URL: url,
    MAIL_FROM: 'Savepoint <hello@example.org>',
    BASE_URL: 'https://games.example.org',
    ADMIN_EMAIL: 'root@example.org',
  })

  test('is sent to the admin', async () => {
    const server = await startMailServer()
    closing.push(server.close)
    expect(await check('mail', settings(server.url))).toEqual([expect.stringMatching(/^ok: .* root@example.org/)])
    expect((await server.next('root@example.org')).text).toContain('https://games.example.org')
    expect(await check('mail')).toEqual(['warning: No mail is sent: mails wait in the outbox.'])
  })

  test('fails with the words of a server that refuses it', async () => {
    const server = await startMailServer()
    closing.push(server.close)
    server.decline(1, 550)
    expect(await check('mail', settings(server.url))).toEqual([expect.stringMatching(/^failing: .*550 not now/)])
  })

  test('fails where no server answers', async () => {
    const server = await startMailServer()
    await server.close()
    expect(await check('mail', settings(server.url))).toEqual([expect.stringMatching(/^failing: .*ECONNREFUSED/)])
  })
})

describe('the sources', () => {
  async function rawg(fault?: 'hang' | 'server_error') {
    const upstream = await startFakeUpstream(() => ({ body: { count: 0, next: null, results: [] } }))
    closing.push(upstream.close)
    if (fault) upstream.failWith(fault)
    return { RAWG_API_KEY: 'key', RAWG_URL: upstream.url, SOURCE_TIMEOUT_SECONDS: '1' }
  }

  test('are asked one question', async () => {
    expect(await check('sources')).toEqual([expect.stringMatching(/^ok: No live source/)])
    expect(await check('sources', await rawg())).toEqual(['ok: RAWG answers.'])
    expect(await check('steam')).toEqual(['ok: Steam is not set up.'])
  })

  test('fail when one hangs', async () => {
    expect(await check('sources', await rawg('hang'))).toEqual([
      expect.stringMatching(/^failing: RAWG does not answer/),
    ])
  })
})

describe('the address', () => {
  test('leads to the site, directly or through a proxy that TRUST_PROXY counts', async () => {
    const origin = await world.listen()
    const proxy = await serve((request, response) => {
      void fetch(origin + request.url, { headers: { 'x-forwarded-for': '192.0.2.1' } })
        .then((answer) => answer.text())
        .then((body) => response.end(body))
    })
    expect(await check('address', { BASE_URL: origin })).toEqual([expect.stringMatching(/^ok: .* leads to this site/)])
    expect(await check('address', { BASE_URL: proxy, TRUST_PROXY: 'on' })).toEqual([expect.stringMatching(/^ok/)])
    expect(await check('address', { BASE_URL: proxy })).toEqual([expect.stringMatching(/^warning: .* 1 proxy/)])
    expect(await check('address', { BASE_URL: origin, TRUST_PROXY: '2' })).toEqual([
      expect.stringMatching(/^failing: TRUST_PROXY is 2, and a request came through 0 proxies/),
    ])
  })

  test('leads elsewhere: to another site, to another Savepoint, to a redirect, or nowhere', async () => {
    const other = await serve((_, response) => response.end('<h1>A shop</h1>'))
    const moved = await serve((_, response) => response.writeHead(301, { location: 'https://www.example.org/x' }).end())
    expect(await check('address', { BASE_URL: other })).toEqual([
      `failing: Another site answers at ${other} (status 200).`,
    ])
    expect(await check('address', { BASE_URL: moved })).toEqual([
      `failing: ${moved} redirects to https://www.example.org.`,
    ])
    const config = { BASE_URL: await world.listen(), SECRET: 'another secret of another site, which is long' }
    expect(await check('address', config)).toEqual([expect.stringMatching(/^failing: Another Savepoint answers/)])
    expect(await check('address', { BASE_URL: 'http://127.0.0.1:1' })).toEqual([
      expect.stringMatching(/^failing: .* does not answer from this machine/),
    ])
  })

  test('is not needed on a machine of its own', async () => {
    expect(await check('address')).toEqual([expect.stringMatching(/^ok: There is no BASE_URL/)])
    expect(await check('address', { HOST: '0.0.0.0' })).toEqual([
      expect.stringMatching(/^warning: There is no BASE_URL/),
    ])
  })
})

test('a check that throws or hangs is a finding, and the worst come first', async () => {
  const made = (name: string, run: HealthCheck['run']): HealthCheck => ({ name, label: name, isOutside: false, run })
  const deps = { config: {} as Config, clock: () => new Date(), log: createLog('silent'), database: world.db }
  const found = await runChecks(
    [
      made('fine', async () => ({ state: 'ok', sentence: 'Fine.', todo: null })),
      made('hangs', () => new Promise(() => {})),
      made('throws', () => Promise.reject(new Error('broken'))),
    ],
    deps,
    20,
  )
  expect(found.map(({ check: name, state }) => [name, state])).toEqual([
    ['hangs', 'failing'],
    ['throws', 'failing'],
    ['fine', 'ok'],
  ])
})

test('the admin page has the checks inside, and runs one of the others on request', async () => {
  const root = await signUp(world, { becomeAdmin: true })
  world.time.now = new Date()
  const { body } = await root.get('/api/admin/health')
  expect(body.outside.map(({ check: name }: { check: string }) => name)).toEqual([
    'storage',
    'mail',
    'address',
    'sources',
    'steam',
  ])
  expect(body.findings.map(({ check: name }: { check: string }) => name)).not.toContain('mail')
  expect(body.findings[0]).toMatchObject({ state: 'warning', todo: expect.any(String) })
  const run = await root.post('/api/admin/health/steam', {})
  expect(run.body.findings).toEqual([
    { check: 'steam', label: 'Steam', state: 'ok', sentence: 'Steam is not set up.', todo: null },
  ])
  for (const name of ['disk', 'nothing']) expect((await root.post(`/api/admin/health/${name}`, {})).status).toBe(404)
})
