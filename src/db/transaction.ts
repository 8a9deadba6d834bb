import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Db, Tables } from './db.ts'

/** Deadlock: PostgreSQL has rolled back one of the transactions, which can succeed when it is retried. */
const DEADLOCK = '40P01'
export const isDeadlock = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === DEADLOCK
const MOST_TRIES = 3
/** The longest random pause before a retry. Without it two rolled back transactions would meet again. */
const MOST_PAUSE_MS = 200

/**
 * Runs `work` in a transaction, or joins the one already open. After a deadlock the transaction is retried, so `work`
 * may run more than once and must have no effects except those through `db`. Use only the `db` that `work` receives,
 * and do nothing slow inside (no HTTP, mail, file, hashing).
 */
export async function inTransaction<D extends { db: Db }, T>(
  deps: D,
  work: (deps: D & { db: Transaction<Tables> }) => Promise<T>,
): Promise<T> {
  const { db } = deps
  if (db.isTransaction) return work(deps as D & { db: Transaction<Tables> })
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute((tx) => work({ ...deps, db: tx }))
    } catch (error) {
      if (tries === MOST_TRIES || !isDeadlock(error)) throw error
      await wait(Math.random() * MOST_PAUSE_MS * tries)
    }
  }
}

/**
 * Runs `work` in a savepoint of the open transaction. If it throws, its writes are rolled back, the transaction continues,
 * and the error is passed to `onError`, whose result is returned.
 */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>, onError: (error: unknown) => T): Promise<T> {
  await sql`savepoint attempt`.execute(db)
  try {
    const done = await work()
    await sql`release savepoint attempt`.execute(db)
    return done
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(db)
    await sql`release savepoint attempt`.execute(db)
    return onError(error)
  }
}

/** Runs several reads on one snapshot. */
export function inSnapshot<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}
