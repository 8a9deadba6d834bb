import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { type Database, openDatabase } from './db.ts'
import { inTransaction } from './transaction.ts'

let database: Database
let drop: () => Promise<void>
beforeAll(async () => {
  const clone = await cloneDatabase()
  drop = clone.drop
  database = openDatabase({ connectionString: clone.connectionString, poolSize: 1, onError: () => {} })
  await sql`create table things (id integer); insert into things values (1)`.execute(database.db)
})
afterAll(async () => {
  await database.close()
  await drop()
})

const keysOf = (rows: unknown[]) => Object.keys(rows[0] as object)
const addColumn = (name: string) => sql`alter table things add column ${sql.ref(name)} text`.execute(database.db)

test('a prepared read goes on when a newer node adds a column', async () => {
  const read = async () => (await sql`select * from things where id = ${1}`.execute(database.db)).rows
  for (const _ of [1, 2, 3]) expect(keysOf(await read())).toEqual(['id'])
  await addColumn('second')
  expect(keysOf(await read())).toEqual(['id', 'second'])
  await addColumn('third')
  for (const _ of [1, 2, 3]) expect(keysOf(await read())).toEqual(['id', 'second', 'third'])
})

test('the pool itself goes on, too', async () => {
  const read = async () => (await database.pool.query('select * from things where id < $1', [5])).rows
  for (const _ of [1, 2, 3]) await read()
  await addColumn('fourth')
  expect(keysOf(await read())).toContain('fourth')
})

test('a transaction with a prepared statement begins again when a newer node adds a column', async () => {
  const write = () =>
    inTransaction({ db: database.db }, async ({ db }) => {
      await sql`select 1`.execute(db)
      return (await sql`update things set id = ${1} where id = ${1} returning *`.execute(db)).rows
    })
  for (const _ of [1, 2, 3]) await write()
  await addColumn('fifth')
  expect(keysOf(await write())).toContain('fifth')
})
