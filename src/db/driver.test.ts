import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { type Database, type Db, openDatabase } from './db.ts'
import { inSavepoint, inSnapshot, inTransaction, send } from './transaction.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let opened: Database
/** What the only connection has sent, and '=' where the app waited for a response. */
let line: string[]

beforeAll(async () => {
  clone = await cloneDatabase()
  opened = openDatabase({ connectionString: clone.connectionString, poolSize: 1, onError: () => {} })
  opened.pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => Promise<unknown>
    const watched = (text: string, ...rest: unknown[]) => {
      line.push(text.trim().split(/\s+/).slice(0, 2).join(' '))
      const done = query(text, ...rest)
      done.then(
        () => line.at(-1) !== '=' && line.push('='),
        () => line.at(-1) !== '=' && line.push('='),
      )
      return done
    }
    client.query = watched as typeof client.query
  })
})
beforeEach(async () => {
  line = []
  await opened.db.deleteFrom('rate_limits').execute()
  line = []
})
afterAll(async () => {
  await opened.close()
  await clone.drop()
})

const add = (db: Db, key: string) => db.insertInto('rate_limits').values({ key, points: 1 })
const keys = async () =>
  (await opened.db.selectFrom('rate_limits').select('key').orderBy('key').execute()).map(({ key }) => key)

const DUPLICATE = '23505'

test('a transaction sends its begin with the first statement, and what it has not waited for with the commit', async () => {
  const sent = await inTransaction({ db: opened.db }, async ({ db }) => {
    await send(db, add(db, 'a'))
    await add(db, 'b').execute()
    await send(db, add(db, 'c'))
    return send(db, db.selectFrom('rate_limits').select('key').orderBy('key'))
  })
  expect(line).toEqual(['begin', 'insert into', 'insert into', '=', 'insert into', 'select "key"', 'commit', '='])
  expect(await sent.rows()).toEqual([{ key: 'a' }, { key: 'b' }, { key: 'c' }])
  expect(await keys()).toEqual(['a', 'b', 'c'])
})

test('the rows of a statement can be read before the commit', async () => {
  await inTransaction({ db: opened.db }, async ({ db }) => {
    const added = await send(db, add(db, 'a').returning('key'))
    expect(await added.rows()).toEqual([{ key: 'a' }])
    line.push('read')
  })
  expect(line).toEqual(['begin', 'insert into', '=', 'read', 'commit', '='])
})

test('a transaction without a statement sends nothing, and one that throws before its first response sends nothing', async () => {
  await inTransaction({ db: opened.db }, async () => {})
  const refused = inTransaction({ db: opened.db }, async ({ db }) => {
    await send(db, add(db, 'a'))
    throw new Error('refused')
  })
  await expect(refused).rejects.toThrow('refused')
  expect(line).toEqual([])
  expect(await keys()).toEqual([])
})

test('the commit throws the error of a statement that nobody waited for, and nothing is committed', async () => {
  const failing = inTransaction({ db: opened.db }, async ({ db }) => {
    await send(db, add(db, 'a'))
    await send(db, add(db, 'a'))
    await send(db, add(db, 'b'))
  })
  await expect(failing).rejects.toMatchObject({ code: DUPLICATE })
  expect(await keys()).toEqual([])
})

test('the next statement throws the error of the one before it, not that the transaction has failed', async () => {
  const failing = inTransaction({ db: opened.db }, async ({ db }) => {
    await add(db, 'a').execute()
    const failed = await send(db, add(db, 'a'))
    const after = await send(db, add(db, 'b'))
    await expect(add(db, 'c').execute()).rejects.toMatchObject({ code: DUPLICATE })
    await expect(failed.rows()).rejects.toMatchObject({ code: DUPLICATE })
    await expect(after.rows()).rejects.toMatchObject({ code: DUPLICATE })
  })
  await expect(failing).rejects.toMatchObject({ code: DUPLICATE })
  expect(await keys()).toEqual([])
})

test('a savepoint ends with the error of a statement that its work has only sent, and the transaction continues', async () => {
  const errors: unknown[] = []
  await inTransaction({ db: opened.db }, async ({ db }) => {
    await send(db, add(db, 'a'))
    const work = async () => {
      await send(db, add(db, 'b'))
      await send(db, add(db, 'a'))
    }
    await inSavepoint(db, work, (error) => errors.push(error))
    await send(db, add(db, 'c'))
  })
  expect(errors).toEqual([expect.objectContaining({ code: DUPLICATE })])
  expect(await keys()).toEqual(['a', 'c'])
})

test('a savepoint whose work has waited costs no response of its own', async () => {
  await inTransaction({ db: opened.db }, async ({ db }) => {
    await inSavepoint(
      db,
      () => add(db, 'a').execute(),
      () => [],
    )
  })
  expect(line).toEqual(['begin', 'savepoint attempt', 'insert into', '=', 'release savepoint', 'commit', '='])
})

test('an error from before a savepoint fails the transaction, not the savepoint', async () => {
  const errors: unknown[] = []
  const failing = inTransaction({ db: opened.db }, async ({ db }) => {
    await add(db, 'a').execute()
    await send(db, add(db, 'a'))
    const work = async () => void (await add(db, 'b').execute())
    await inSavepoint(db, work, (error) => void errors.push(error))
  })
  await expect(failing).rejects.toMatchObject({ code: DUPLICATE })
  expect(errors).toEqual([])
  expect(await keys()).toEqual([])
})

test('a connection serves the next transaction after one that failed', async () => {
  const failing = inTransaction({ db: opened.db }, async ({ db }) => {
    await send(db, sql`select 1 / 0`)
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  await inTransaction({ db: opened.db }, async ({ db }) => void (await send(db, add(db, 'a'))))
  expect(await keys()).toEqual(['a'])
})

test('outside a transaction a statement is waited for, and its error is thrown at once', async () => {
  const added = await send(opened.db, add(opened.db, 'a').returning('key'))
  expect(line).toEqual(['insert into', '='])
  expect(await added.rows()).toEqual([{ key: 'a' }])
  await expect(send(opened.db, add(opened.db, 'a'))).rejects.toMatchObject({ code: DUPLICATE })
})

test('a snapshot reads the same rows twice, and cannot write', async () => {
  const [before, after] = await inSnapshot(opened.db, async (db) => {
    const count = async () => (await db.selectFrom('rate_limits').select('key').execute()).length
    return [await count(), await count()]
  })
  expect([before, after]).toEqual([0, 0])
  expect(line[0]).toBe('start transaction')
  await expect(inSnapshot(opened.db, (db) => add(db, 'a').execute())).rejects.toMatchObject({ code: '25006' })
})
