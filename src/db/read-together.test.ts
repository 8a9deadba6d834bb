import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { type Database, openDatabase } from './db.ts'
import { shareConnection } from './shared-connection.ts'
import { inTransaction } from './transaction.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let opened: Database
/** What the connections have sent, and '=' where a response came. */
let line: string[]

beforeAll(async () => {
  clone = await cloneDatabase()
  opened = openDatabase({ connectionString: clone.connectionString, poolSize: 2, onError: () => {} })
  opened.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>
    const watched = (text: string, ...rest: unknown[]) => {
      line.push(text.trim().split(' ')[0] ?? '')
      const done = query(text, ...rest)
      const answered = () => void line.push('=')
      done.then(answered, answered)
      return done
    }
    client.query = watched as typeof client.query
  })
})
beforeEach(async () => {
  line = []
})
afterAll(async () => {
  await opened.close()
  await clone.drop()
})

const read = async () => (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(opened.db)).rows[0]?.pid
const three = () => Promise.all([read(), read(), read()])

test('reads share one connection, which waits for no response before it sends the next', async () => {
  const alone = await three()
  expect(new Set(alone).size).toBe(2)
  line = []
  expect(new Set(await opened.readTogether(three)).size).toBe(1)
  expect(line).toEqual(['select', 'select', 'select', '=', '=', '='])
})

test('two that read together at the same time have a connection each', async () => {
  const [one, other] = await Promise.all([opened.readTogether(three), opened.readTogether(three)])
  expect(new Set(one).size).toBe(1)
  expect(new Set(other).size).toBe(1)
  expect(one[0]).not.toBe(other[0])
})

test('a read that fails, fails alone', async () => {
  const broken = () => sql`select 1 / 0`.execute(opened.db)
  const [first, failed, last] = await opened.readTogether(() => Promise.allSettled([read(), broken(), read()]))
  expect([first.status, failed.status, last.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('the connection is free again, also if nobody has waited for the reads', async () => {
  for (let time = 0; time < 5; time += 1) {
    let late: Promise<unknown> = Promise.resolve()
    await opened.readTogether(async () => {
      await read()
      late = three()
    })
    await read()
    await late
    expect(new Set(await three()).size).toBe(2)
  }
  await expect(opened.readTogether(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await opened.readTogether(async () => 'nothing')).toBe('nothing')
  expect(new Set(await three()).size).toBe(2)
})

test('a connection that could not be opened is opened again for the next read', async () => {
  let isFirst = true
  const shared = shareConnection(async () => {
    const isAway = isFirst
    isFirst = false
    if (isAway) throw new Error('The database is away')
    return opened.pool.connect()
  })
  await expect(shared.connect()).rejects.toThrow('The database is away')
  const client = await shared.connect()
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  client.release()
  shared.close()
})

test('no transaction begins on a connection that others use', async () => {
  const write = () => inTransaction(opened, ({ db }) => db.deleteFrom('rate_limits').execute())
  await expect(opened.readTogether(write)).rejects.toThrow('begin no transaction')
  expect(line).not.toContain('delete')
  await write()
  expect(line).toContain('delete')
})
