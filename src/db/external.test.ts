import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { type DatabaseOverTcp, databaseOverTcp } from '#tests/support/database-over-tcp.ts'
import { PGBOUNCER, type PgBouncer, startPgBouncer } from '#tests/support/pgbouncer.ts'
import { openDatabase } from './db.ts'
import { type ExternalOptions, requireExternalDatabase } from './external.ts'
import type { Pooling } from './pooling.ts'

/** Requires the database at one address. */
const required = (databaseUrl: string, options?: ExternalOptions) =>
  requireExternalDatabase({ databaseUrl, databaseDirectUrl: null }, options)

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
  await required(tcp.urlOf(late), {
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
  tcp.refuse({ code: '28000', message: 'Rolle »ann« existiert nicht', routine: 'InitializeSessionUserId' })
  const asked = required(tcp.urlOf(name, 'ann'), { timeoutMs: 0 })
  await expect(asked).rejects.toThrow(/has no role "ann" that may log in: create it, .* Savepoint gave up after 0 s\.$/)
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
  const asked = required(tcp.urlOf(name, 'ann'), { onWait: (line) => lines.push(line) })
  await expect(asked).rejects.toThrow(sentence)
  expect(lines).toEqual([])
})

test.each([
  [
    'asks for a password',
    '',
    Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 3]),
    /requires a password, and DATABASE_URL has none\.$/,
  ],
  ['has no TLS', '?sslmode=require', Buffer.from('N'), /\(The server does not support SSL connections\)\. .* gave up/],
])('a server that %s is named', async (_title, search, answer, sentence) => {
  const server = createServer((client) => client.once('data', () => client.write(answer)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const asked = required(`postgresql://ann@127.0.0.1:${port}/x${search}`, { timeoutMs: 0 })
  await expect(asked).rejects.toThrow(sentence)
  server.close()
})

test.each([
  [
    'postgresql://a:b@[::1/x',
    /^The setting DATABASE_URL is not an address such as postgresql:\/\/savepoint:…@db\.example\.org/,
  ],
  ['postgresql://a:b/c#d@db.example.org/x', /In the name and the password, write # as %23, \/ as %2F/],
  ['postgresql://a:b@db.example.org/x?sslrootcert=/no/ca.pem', /^\/no\/ca\.pem in DATABASE_URL does not exist\.$/],
])('the address %s is refused with a message that tells what to do', async (url, sentence) => {
  await expect(required(url)).rejects.toThrow(sentence)
})

describe.skipIf(!PGBOUNCER)('behind PgBouncer', () => {
  let bouncer: PgBouncer
  beforeAll(async () => {
    tcp.refuse(null)
    bouncer = await startPgBouncer({ port: tcp.port, name, poolSize: 12 })
  })
  afterAll(() => bouncer.close())
  const direct = () => tcp.urlOf(name)

  /** Opens idle sessions in the pool, which make an error occur only sometimes. */
  async function withOthers(mode: 'transaction' | 'statement', work: () => Promise<void>): Promise<void> {
    const others = new pg.Pool({ connectionString: bouncer.through(mode), max: 4 })
    await Promise.all([1, 2, 3, 4].map(() => others.query('select pg_sleep(0.05)')))
    await work()
    await others.end()
  }

  test.each(['transaction', 'statement'] as const)(
    '%s pooling without a direct address is refused, whatever else uses the pooler',
    async (mode) => {
      await withOthers(mode, () =>
        expect(required(bouncer.through(mode))).rejects.toThrow(
          /pooler without session pooling .* set DATABASE_DIRECT_URL .* pool_mode to session/,
        ),
      )
    },
  )

  test('transaction pooling is accepted beside a direct address, and statement pooling is not', async () => {
    const beside = (mode: 'transaction' | 'statement') =>
      requireExternalDatabase({ databaseUrl: bouncer.through(mode), databaseDirectUrl: direct() })
    await withOthers('transaction', async () =>
      expect(await beside('transaction')).toEqual({ kind: 'transaction', keepsNames: expect.any(Boolean) }),
    )
    await withOthers('statement', () => expect(beside('statement')).rejects.toThrow(/has no transactions\. Set its/))
  })

  test('a direct address that leads to the pooler or to another database is refused', async () => {
    const databaseUrl = bouncer.through('transaction')
    const beside = (databaseDirectUrl: string) => requireExternalDatabase({ databaseUrl, databaseDirectUrl })
    await expect(beside(databaseUrl)).rejects.toThrow(/^DATABASE_DIRECT_URL points to a pooler/)
    await expect(beside(tcp.urlOf('postgres'))).rejects.toThrow(/lead to different databases/)
    await expect(beside('postgresql://a:b@[::1/x')).rejects.toThrow(
      /^The setting DATABASE_DIRECT_URL is not an address/,
    )
  })

  test('session pooling is accepted, also by the pool', async () => {
    expect(await required(bouncer.through('session'))).toEqual({ kind: 'session' })
    const { pool, close } = openDatabase({
      connectionString: bouncer.through('session'),
      poolSize: 2,
      onError: () => {},
    })
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await close()
  })

  test('with transaction pooling the pool changes no session, cancels slow statements, and may send many at once', async () => {
    const connectionString = bouncer.through('transaction')
    const pooling = await requireExternalDatabase({ databaseUrl: connectionString, databaseDirectUrl: direct() })
    const { db, readTogether, close } = openDatabase({
      connectionString,
      pooling: pooling as Pooling,
      poolSize: 20,
      deadlines: { statementMs: 300, answerMs: 20_000, idleInTransactionMs: 20_000 },
      onError: () => {},
    })
    const one = (value: number) => sql<{ one: number }>`select ${value}::int as one`.execute(db)
    const values = Array.from({ length: 200 }, (_, index) => index)
    const read = await Promise.all(values.map(one))
    const together = await readTogether(() => Promise.all(values.map(one)))
    for (const found of [read, together]) expect(found.map(({ rows }) => rows[0]?.one)).toEqual(values)
    const settings = await Promise.all(
      values.map(() => sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db)),
    )
    expect(new Set(settings.map(({ rows }) => rows[0]?.limit))).toEqual(new Set(['0']))
    await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toMatchObject({ code: '57014' })
    await expect(
      db.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx)
        await sql`select pg_sleep(60)`.execute(tx)
      }),
    ).rejects.toMatchObject({ code: '57014' })
    expect((await one(7)).rows).toEqual([{ one: 7 }])
    await close()
  })

  test('with transaction pooling a slow statement is cancelled that waited behind another', async () => {
    const { pool, close } = openDatabase({
      connectionString: bouncer.through('transaction'),
      pooling: { kind: 'transaction', keepsNames: false },
      poolSize: 1,
      deadlines: { statementMs: 300, answerMs: 20_000, idleInTransactionMs: 20_000 },
      onError: () => {},
    })
    const client = await pool.connect()
    const [first, second] = await Promise.allSettled([
      client.query('select pg_sleep(0.2)'),
      client.query('select pg_sleep(60)'),
    ])
    expect(first).toMatchObject({ status: 'fulfilled' })
    expect(second).toMatchObject({ status: 'rejected', reason: { code: '57014' } })
    client.release()
    await close()
  })
})
