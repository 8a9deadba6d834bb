import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '#tests/support/app-process.ts'
import { cloneDatabase } from '#tests/support/database.ts'
import { type DatabaseOverTcp, databaseOverTcp } from '#tests/support/database-over-tcp.ts'
import { openDatabase } from './db.ts'
import { requireExternalDatabase } from './external.ts'

let tcp: DatabaseOverTcp
const { connectionString, drop } = await cloneDatabase()
const name = new URL(connectionString).pathname.slice(1)

beforeAll(async () => {
  tcp = await databaseOverTcp(inject('templateUrl'))
})
afterAll(async () => {
  await tcp.close()
  await drop()
})

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(statement)
  await client.end()
}

test('waits for a database that is unreachable, starting or missing, and reports each of these', async () => {
  const lines: string[] = []
  const late = `${name}_late`
  // Each obstacle is removed once its message has been reported.
  const comes = [() => tcp.listen(), async () => tcp.refuse(null), () => administer(`create database ${late}`)]
  const about = [/No PostgreSQL answers/, /starting or stopping/, /no database/]
  const done: Promise<void>[] = []
  tcp.refuse({ code: '57P03', message: 'the database system is starting up' })
  await requireExternalDatabase(tcp.urlOf(late), {
    firstPauseMs: 1,
    onWait(line) {
      lines.push(line)
      if (about[done.length]?.test(line)) done.push((comes[done.length] as () => Promise<void>)())
    },
  })
  await Promise.all(done)
  await administer(`drop database ${late} with (force)`)
  const at = `127\\.0\\.0\\.1:${tcp.port}`
  const inOrder = [
    `^No PostgreSQL answers at ${at}\\. Retrying for at most \\d+ s more\\.$`,
    `^PostgreSQL at ${at} is starting or stopping\\. Retrying`,
    `^PostgreSQL at ${at} has no database "${late}": create it, or correct DATABASE_URL\\. Retrying`,
  ]
  const kinds = inOrder.map((pattern) => lines.findIndex((line) => new RegExp(pattern).test(line)))
  expect(kinds).toEqual([...kinds].sort((a, b) => a - b))
  expect(kinds).not.toContain(-1)
  expect(lines.join()).not.toContain('hunter2')
})

test('gives up after its timeout', async () => {
  tcp.refuse({ code: '28000', message: 'role "ann" does not exist' })
  const asked = requireExternalDatabase(tcp.urlOf(name, 'ann'), { timeoutMs: 0 })
  await expect(asked).rejects.toThrow(/has no role "ann": create it, .* Savepoint gave up after 0 s\.$/)
})

test.each([
  [
    '28P01',
    'password authentication failed for user "ann"',
    /refuses the role "ann" with the password in DATABASE_URL/,
  ],
  [
    '28000',
    'no pg_hba.conf entry for host',
    /does not allow the role "ann" to connect: no pg_hba\.conf entry for host\.$/,
  ],
  [
    '42704',
    'unrecognized configuration parameter',
    /cannot be used: unrecognized configuration parameter \(42704\)\.$/,
  ],
])('does not wait where time changes nothing: %s', async (code, message, sentence) => {
  tcp.refuse({ code, message })
  const lines: string[] = []
  const asked = requireExternalDatabase(tcp.urlOf(name, 'ann'), { onWait: (line) => lines.push(line) })
  await expect(asked).rejects.toThrow(sentence)
  expect(lines).toEqual([])
})

test.each([
  [
    'postgresql://a:b@[::1/x',
    /^The setting DATABASE_URL is not an address such as postgresql:\/\/savepoint:…@db\.example\.org/,
  ],
  ['postgresql://a:b/c#d@db.example.org/x', /In the name and the password, write # as %23, \/ as %2F/],
  ['postgresql://a:b@db.example.org/x?sslrootcert=/no/ca.pem', /^\/no\/ca\.pem in DATABASE_URL does not exist\.$/],
])('the address %s is refused with a message that tells what to do', async (url, sentence) => {
  await expect(requireExternalDatabase(url)).rejects.toThrow(sentence)
})

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((path) =>
  existsSync(path),
)
if (!PGBOUNCER) console.info('PgBouncer is not installed: its tests are skipped.')

describe.skipIf(!PGBOUNCER)('behind PgBouncer', () => {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-pgbouncer-'))
  let bouncer: ChildProcess
  let port: number

  beforeAll(async () => {
    tcp.refuse(null)
    port = await freePort()
    const databases = ['transaction', 'statement', 'session'].map(
      (mode) =>
        `${mode} = host=127.0.0.1 port=${tcp.port} user=savepoint dbname=${name} pool_mode=${mode} pool_size=12`,
    )
    const settings = [`listen_addr = 127.0.0.1`, `listen_port = ${port}`, 'auth_type = any', 'unix_socket_dir =']
    const ini = join(folder, 'pgbouncer.ini')
    writeFileSync(ini, `[databases]\n${databases.join('\n')}\n[pgbouncer]\n${settings.join('\n')}\n`)
    chmodSync(folder, 0o755)
    // It refuses to run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
    bouncer = spawn(PGBOUNCER as string, ['-q', ...user, ini], { stdio: 'ignore' })
  })
  afterAll(() => {
    bouncer.kill('SIGKILL')
    rmSync(folder, { recursive: true })
  })
  const through = (mode: string) => `postgresql://savepoint@127.0.0.1:${port}/${mode}`

  test.each(['transaction', 'statement'])('%s pooling is refused, whatever else uses the pooler', async (mode) => {
    // Idle sessions in the pool make the error occur only sometimes.
    const others = new pg.Pool({ connectionString: through(mode), max: 4 })
    others.on('error', () => undefined)
    await expect
      .poll(
        () =>
          others.query('select 1').then(
            ({ rowCount }) => rowCount,
            () => 0,
          ),
        { timeout: 30_000 },
      )
      .toBe(1)
    await Promise.all([1, 2, 3, 4].map(() => others.query('select pg_sleep(0.05)')))
    await expect(requireExternalDatabase(through(mode))).rejects.toThrow(
      /pooler without session pooling .* pool_mode to session/,
    )
    await others.end()
  })

  test('session pooling is accepted, also by the pool', async () => {
    await requireExternalDatabase(through('session'))
    const { pool, close } = openDatabase({ connectionString: through('session'), poolSize: 2, onError: () => {} })
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await close()
  })
})
