import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { openProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts'
import { type Database, openDatabase } from './db.ts'
import { type DatabaseFailure, databaseFailureOf } from './failures.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let line: TcpProxy
let direct: Database

beforeAll(async () => {
  clone = await cloneDatabase()
  line = await openProxy(clone.connectionString)
  direct = openDatabase({ connectionString: clone.connectionString, poolSize: 1, onError: () => {} })
})
afterAll(async () => {
  await direct.close()
  await line.close()
  await clone.drop()
})

const open = (statementMs: number, answerMs: number) =>
  openDatabase({
    connectionString: line.connectionString,
    poolSize: 2,
    onError: () => {},
    deadlines: { statementMs, answerMs, idleInTransactionMs: 60_000 },
  })

const failureOf = (work: Promise<unknown>): Promise<DatabaseFailure | null | 'none'> =>
  work.then(() => 'none' as const, databaseFailureOf)
const one = ({ db }: Database) => sql<{ one: number }>`select 1 as one`.execute(db).then(({ rows }) => rows[0]?.one)

test('a backend that is terminated in the middle of a transaction fails that transaction and nothing else', async () => {
  const database = open(60_000, 60_000)
  const work = database.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    const end = sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(direct.db)
    await Promise.all([sql`select pg_sleep(60)`.execute(tx), end])
  })
  expect(await failureOf(work)).toBe('away')
  expect(await one(database)).toBe(1)
  await database.close()
})

test('a call that gets no free connection in time finds the database busy', async () => {
  const database = openDatabase({
    connectionString: line.connectionString,
    poolSize: 1,
    connectionTimeoutMs: 300,
    onError: () => {},
  })
  const asleep = sql`select pg_sleep(1.5)`.execute(database.db)
  await expect.poll(() => database.pool.totalCount).toBe(1)
  expect(await failureOf(one(database))).toBe('busy')
  await asleep
  await database.close()
})

test('a call whose connection is not established in time finds the database away', async () => {
  const silent = openDatabase({
    connectionString: line.connectionString,
    poolSize: 1,
    connectionTimeoutMs: 300,
    onError: () => {},
  })
  line.block()
  expect(await failureOf(one(silent))).toBe('away')
  line.unblock()
  await silent.close()
})

test('a statement has a deadline; background work has none, and uses no connection of the pages', async () => {
  // Long enough for the short statements of a loaded machine.
  const database = open(1_000, 60_000)
  const asleep = (seconds: number) => sql`select pg_sleep(${seconds})`.execute(database.db)
  expect(await failureOf(asleep(60))).toBe('busy')
  expect(await failureOf(database.inBackground(() => asleep(1.2)))).toBe('none')
  const waiting = database.inBackground(() => Promise.all([asleep(0.2), asleep(0.2), asleep(1.2)]))
  expect(await Promise.all([one(database), one(database)])).toEqual([1, 1])
  await waiting
  await database.close()
})

test('a connection without a response is abandoned, and so are idle ones, also inside a transaction', async () => {
  // A loaded machine answers the other statements in this time.
  const database = open(60_000, 2_000)
  await Promise.all([one(database), one(database)])
  line.block()
  expect(await failureOf(database.db.transaction().execute((tx) => sql`select 1`.execute(tx)))).toBe('away')
  line.unblock()
  // The pool uses none of the earlier connections again.
  await expect.poll(() => database.pool.idleCount).toBe(0)
  expect(await one(database)).toBe(1)
  await database.close()
})

test('while the database is known to be away, calls fail at once, also those that are in progress', async () => {
  const database = open(60_000, 60_000)
  await one(database)
  line.block()
  const inUse = failureOf(Promise.all([one(database), one(database)]))
  const waiting = failureOf(one(database))
  await expect.poll(() => database.pool.waitingCount).toBe(1)
  database.setAnswering(false)
  expect(await Promise.all([inUse, waiting, failureOf(one(database))])).toEqual(['away', 'away', 'away'])
  line.unblock()
  database.setAnswering(true)
  expect(await one(database)).toBe(1)
  await database.close()
})
