import { setTimeout as wait } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Compilable } from './compiled.ts'
import type { Db, Tables } from './db.ts'
import { letWait, type Outcome } from './driver.ts'
import { isPreparedBeforeMigration } from './statement-names.ts'

/** Deadlock: PostgreSQL has rolled back one of the transactions, which can succeed when it is retried. */
const DEADLOCK = '40P01'
export const isDeadlock = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === DEADLOCK
const MAX_TRIES = 3
/** The longest random pause before a retry. Without it two rolled back transactions would meet again. */
const MAX_PAUSE_MS = 200

/**
 * Runs `work` in a transaction, or joins the one already open. After a deadlock, or a migration of another node, the transaction is retried, so `work`
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
      if (tries === MAX_TRIES || !(isDeadlock(error) || isPreparedBeforeMigration(error))) throw error
      await wait(Math.random() * MAX_PAUSE_MS * tries)
    }
  }
}

/** A statement that was sent, or waits to be sent. */
export interface Sent<R> {
  rows: () => Promise<R[]>
}

/**
 * Sends a statement of a transaction together with the next one or with the commit, and does not wait for it (decision
 * 0091). If it fails, the next statement or the commit throws its error. Statements still run in the order
 * in which they are sent, so a lock that is sent is held when the next statement runs. A caller that needs the rows reads them
 * as late as possible, after the commit if the transaction does not depend on them. Outside a transaction it waits.
 */
export async function send<R>(db: Db, query: Compilable<R>): Promise<Sent<R>> {
  const compiled = query.compile(db)
  const waiting: Outcome<R>[] = []
  letWait(compiled, (outcome) => waiting.push(outcome))
  const { rows } = await db.executeQuery(compiled)
  const [outcome] = waiting
  return { rows: async () => (outcome ? (await outcome.result()).rows : rows) }
}

/**
 * Runs `work` in a savepoint of the open transaction. If it throws, or a statement that it has sent fails, its writes are
 * rolled back, the transaction continues, and the error is passed to `onError`, whose result is returned.
 */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>, onError: (error: unknown) => T): Promise<T> {
  await send(db, sql`savepoint attempt`)
  try {
    const done = await work()
    const release = sql`release savepoint attempt`.compile(db)
    letWait(release, undefined, { ifAllSucceeded: true })
    await db.executeQuery(release)
    return done
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(db)
    await send(db, sql`release savepoint attempt`)
    return onError(error)
  }
}

/** Runs several reads on one snapshot. */
export function inSnapshot<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}
