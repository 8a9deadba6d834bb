import { type CompiledQuery, sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { compiledForShape, compiledOnce } from './compiled.ts'
import { type Database, openDatabase } from './db.ts'
import { inTransaction } from './transaction.ts'

let clone: Awaited<ReturnType<typeof cloneDatabase>>
let opened: Database
beforeAll(async () => {
  clone = await cloneDatabase()
  opened = openDatabase({ connectionString: clone.connectionString, poolSize: 1, onError: () => {} })
})
afterAll(async () => {
  await opened.close()
  await clone.drop()
})

test('a query is made once, and each run has its own values and the fixed ones', async () => {
  let made = 0
  const query = compiledOnce<{ key: string; points: number | null }, { key: string; points: number; fixed: string }>(
    (value) => {
      made += 1
      return sql`select ${value('key')}::text as key, ${value('points')}::int as points, ${'fixed'}::text as fixed,
        ${value('key')}::text as again`
    },
  )
  const { db } = opened
  expect(await query(db, { key: 'b', points: null })).toEqual([{ key: 'b', points: null, fixed: 'fixed', again: 'b' }])
  expect(await query(db, { key: 'a', points: 1 })).toEqual([{ key: 'a', points: 1, fixed: 'fixed', again: 'a' }])
  expect(made).toBe(1)
})

test('a value is sent once, however often the query names it', async () => {
  const query = compiledOnce<{ id: string; other: number }, { same: boolean; other: number }>(
    (value) => sql`select ${value('id')}::text = ${value('id')} as same, ${value('other')}::int as other`,
  )
  const { db } = opened
  const sent = vi.spyOn(db, 'executeQuery')
  expect(await query(db, { id: 'a', other: 1 })).toEqual([{ same: true, other: 1 }])
  expect(sent.mock.calls.map(([sent]) => (sent as CompiledQuery).parameters)).toEqual([['a', 1]])
  sent.mockRestore()
  const next = compiledOnce<{ id: string }, { id: string }>((value) => sql`select ${value('id')}::text as id`)
  expect(await next(db, { id: 'b' })).toEqual([{ id: 'b' }])
})

test('a builder takes the values of each run too', async () => {
  const { db } = opened
  const add = compiledOnce<{ key: string; points: number }>((value, db) =>
    db.insertInto('rate_limits').values({ key: value('key'), points: value('points') }),
  )
  await add(db, { key: 'a', points: 1 })
  await inTransaction({ db }, (inside) => add.send(inside.db, { key: 'b', points: 2 }))
  expect(await db.selectFrom('rate_limits').select(['key', 'points']).orderBy('key').execute()).toEqual([
    { key: 'a', points: 1 },
    { key: 'b', points: 2 },
  ])
})

test('a query is made once for each shape', async () => {
  const made: string[] = []
  const query = compiledForShape<{ name: string }, { id: string }, Record<string, string>>(({ name }) => (value) => {
    made.push(name)
    return sql`select ${value('id')}::text as ${sql.ref(name)}`
  })
  const { db } = opened
  for (const name of ['a', 'b', 'a']) expect(await query({ name })(db, { id: '1' })).toEqual([{ [name]: '1' }])
  expect(made).toEqual(['a', 'b'])
})

test('a plugin sees the query with its values', async () => {
  const query = compiledOnce<{ key: string }>((value) => sql`select ${value('key')}::text as key`)
  await query(opened.db, { key: 'a' })
  let seen = 0
  const watched = opened.db.withPlugin({
    transformQuery({ node }) {
      seen += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  expect(await query(watched, { key: 'b' })).toEqual([{ key: 'b' }])
  expect(seen).toBe(1)
})
