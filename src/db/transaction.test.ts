import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import { openDatabase } from './db.ts'
import { inTransaction } from './transaction.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let opened: ReturnType<typeof openDatabase>
beforeAll(async () => {
  database = await cloneDatabase()
  opened = openDatabase({ connectionString: database.connectionString, poolSize: 2, onError: () => {} })
  const values = ['a', 'b'].map((key) => ({ key, points: 0 }))
  await opened.db.insertInto('rate_limits').values(values).execute()
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

test('two transactions in a deadlock both succeed in the end, each once', async () => {
  const { db } = opened
  let runs = 0
  let waiting = 0
  let go = () => {}
  const bothHoldOne = new Promise<void>((resolve) => {
    go = resolve
  })
  const take = (order: readonly string[]) =>
    inTransaction({ db }, async (inside) => {
      runs += 1
      for (const [at, key] of order.entries()) {
        await inside.db
          .updateTable('rate_limits')
          .set((row) => ({ points: row('points', '+', 1) }))
          .where('key', '=', key)
          .execute()
        waiting += 1
        if (waiting === 2) go()
        if (at === 0) await bothHoldOne
      }
    })
  await Promise.all([take(['a', 'b']), take(['b', 'a'])])
  // PostgreSQL ends one of the two; on a slow machine it sometimes ends both.
  expect(runs).toBeGreaterThanOrEqual(3)
  const rows = await db.selectFrom('rate_limits').select('points').where('key', 'in', ['a', 'b']).execute()
  expect(rows).toEqual([{ points: 2 }, { points: 2 }])
})

test('any other failure is thrown at once, and nothing is committed', async () => {
  const { db } = opened
  let runs = 0
  const failing = inTransaction({ db }, async (inside) => {
    runs += 1
    await inside.db.insertInto('rate_limits').values({ key: 'c', points: 1 }).execute()
    await inside.db.insertInto('rate_limits').values({ key: 'a', points: 1 }).execute()
  })
  await expect(failing).rejects.toMatchObject({ code: '23505' })
  expect(runs).toBe(1)
  expect(await db.selectFrom('rate_limits').select('key').where('key', '=', 'c').execute()).toEqual([])
})
