import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase } from '#tests/support/database.ts'
import type { Compilable } from './compiled.ts'
import { type Db, openDatabase } from './db.ts'
import { type Guesses, inGuessingTransaction, sendGuess, stopGuessing } from './guesses.ts'
import { inTransaction } from './transaction.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
let opened: ReturnType<typeof openDatabase>
beforeAll(async () => {
  database = await cloneDatabase()
  opened = openDatabase({ connectionString: database.connectionString, poolSize: 2, onError: () => {} })
})
afterAll(async () => {
  await opened.close()
  await database.drop()
})

const write = (db: Db, key: string) => db.insertInto('rate_limits').values({ key, points: 0 }).execute()
const stored = async (key: string) =>
  (await opened.db.selectFrom('rate_limits').select('key').where('key', '=', key).execute()).length
const wrongIf = (isWrong: boolean): Compilable<unknown> =>
  sql`select wrong_guess() from unnest(${isWrong ? ['one'] : []}::text[])`

/** Writes a row and guesses. Returns for each run of the transaction whether it could guess. */
async function guess(member: string, key: string, query: Compilable<unknown>): Promise<boolean[]> {
  const runs: boolean[] = []
  await inGuessingTransaction({ db: opened.db }, member, async ({ db, guesses }) => {
    await write(db, key)
    runs.push(await sendGuess(db, guesses, query))
  })
  return runs
}

test('a right guess is committed at once', async () => {
  expect(await guess('right', 'a', wrongIf(false))).toEqual([true])
  expect(await stored('a')).toBe(1)
})

test('after a wrong guess the transaction runs again without guesses, and so do the next ones of this member', async () => {
  expect(await guess('wrong', 'b', wrongIf(true))).toEqual([true, false])
  expect(await stored('b')).toBe(1)
  expect(await guess('wrong', 'c', wrongIf(false))).toEqual([false])
  expect(await guess('another', 'd', wrongIf(false))).toEqual([true])
})

test('a statement that fails while it guesses has no savepoint, so the transaction runs again', async () => {
  expect(await guess('failing', 'e', sql`select 1 / 0`)).toEqual([true, false])
  expect(await stored('e')).toBe(1)
})

test('a guess that takes too long is not repeated at once, and the next transaction of this member does not guess', async () => {
  let runs = 0
  const slow = inGuessingTransaction({ db: opened.db }, 'slow', async ({ db, guesses }) => {
    runs += 1
    await write(db, 'slow')
    await sql`set local statement_timeout = 10`.execute(db)
    await sendGuess(db, guesses, sql`select pg_sleep(30)`)
  })
  await expect(slow).rejects.toMatchObject({ code: '57014' })
  expect(runs).toBe(1)
  expect(await stored('slow')).toBe(0)
  expect(await guess('slow', 'slow', wrongIf(false))).toEqual([false])
})

test('after stopGuessing nothing is guessed about a member', async () => {
  stopGuessing('known')
  expect(await guess('known', 'known', wrongIf(true))).toEqual([false])
})

test('a failure before the guess of a try is not repeated, although an earlier try has guessed', async () => {
  let tries = 0
  const failing = inGuessingTransaction({ db: opened.db }, 'deadlocked', async ({ db, guesses }) => {
    tries += 1
    if (tries > 1) return sql`select 1 / 0`.execute(db)
    await sendGuess(db, guesses, wrongIf(false))
    return sql`do $$ begin raise exception 'deadlock' using errcode = 'deadlock_detected'; end $$`.execute(db)
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(tries).toBe(2)
})

test('a failure of the work itself is thrown at once, and stores nothing', async () => {
  let runs = 0
  const failing = inGuessingTransaction({ db: opened.db }, 'stranger', async ({ db, guesses }) => {
    runs += 1
    await write(db, 'f')
    await sendGuess(db, guesses, wrongIf(false))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(runs).toBe(1)
  expect(await stored('f')).toBe(0)
})

test('a transaction that is already open does not guess', async () => {
  const seen: (Guesses | null)[] = []
  await inTransaction({ db: opened.db }, (outer) =>
    inGuessingTransaction(outer, 'inside', async ({ guesses }) => void seen.push(guesses)),
  )
  expect(seen).toEqual([null])
})
