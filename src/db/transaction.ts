import type { Transaction } from 'kysely'
import type { Db, Tables } from './db.ts'

/**
 * Runs `work` in a transaction, or joins the one already open.
 * Use only the `db` handed to `work`; nothing slow belongs inside (no HTTP, mail, file, hashing).
 */
export function inTransaction<D extends { db: Db }, T>(
  deps: D,
  work: (deps: D & { db: Transaction<Tables> }) => Promise<T>,
): Promise<T> {
  const { db } = deps
  if (db.isTransaction) return work(deps as D & { db: Transaction<Tables> })
  return db.transaction().execute((tx) => work({ ...deps, db: tx }))
}

/** Reads one and the same moment with several statements. */
export function inSnapshot<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(work)
}
