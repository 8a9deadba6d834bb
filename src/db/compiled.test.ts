import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { compiledOnce, rowsOf } from './compiled.ts'
import { type Database, openDatabase } from './db.ts'

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
  const first = query({ key: 'a', points: 1 })
  const second = query({ key: 'b', points: null })
  expect(await rowsOf(db, second)).toEqual([{ key: 'b', points: null, fixed: 'fixed', again: 'b' }])
  expect(await rowsOf(db, first)).toEqual([{ key: 'a', points: 1, fixed: 'fixed', again: 'a' }])
  expect(made).toBe(1)
})

test('a value is sent once, however often the query names it', async () => {
  const query = compiledOnce<{ id: string; other: number }, { same: boolean; other: number }>(
    (value) => sql`select ${value('id')}::text = ${value('id')} as same, ${value('other')}::int as other`,
  )
  const { db } = opened
  const compiled = query({ id: 'a', other: 1 }).compile(db)
  expect(compiled.parameters).toEqual(['a', 1])
  expect((await db.executeQuery(compiled)).rows).toEqual([{ same: true, other: 1 }])
  const next = compiledOnce<{ id: string }, { id: string }>((value) => sql`select ${value('id')}::text as id`)
  expect(await rowsOf(db, next({ id: 'b' }))).toEqual([{ id: 'b' }])
})

test('a builder takes the values of each run too', async () => {
  const { db } = opened
  const add = compiledOnce<{ key: string; points: number }>((value, db) =>
    db.insertInto('rate_limits').values({ key: value('key'), points: value('points') }),
  )
  await db.executeQuery(add({ key: 'a', points: 1 }).compile(db))
  await db.executeQuery(add({ key: 'b', points: 2 }).compile(db))
  expect(await db.selectFrom('rate_limits').select(['key', 'points']).orderBy('key').execute()).toEqual([
    { key: 'a', points: 1 },
    { key: 'b', points: 2 },
  ])
})

test('a plugin sees the query with its values', async () => {
  const query = compiledOnce<{ key: string }>((value) => sql`select ${value('key')}::text as key`)
  await rowsOf(opened.db, query({ key: 'a' }))
  let seen = 0
  const watched = opened.db.withPlugin({
    transformQuery({ node }) {
      seen += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  expect(await rowsOf(watched, query({ key: 'b' }))).toEqual([{ key: 'b' }])
  expect(seen).toBe(1)
})
