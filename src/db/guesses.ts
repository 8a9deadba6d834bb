import type { Transaction } from 'kysely'
import pg from 'pg'
import { HOUR_MS } from '#shared/durations.ts'
import type { Compilable } from './compiled.ts'
import type { Db, Tables } from './db.ts'
import { databaseFailureOf } from './failures.ts'
import { isRowMissing } from './required-row.ts'
import { inTransaction, isDeadlock, send } from './transaction.ts'

/** The guesses of a transaction. */
export interface Guesses {
  /** How many this try has sent. */
  sent: number
}

/**
 * Runs `work` in a transaction as `inTransaction` does. `work` may guess what is true of most writes of this member
 * (`sendGuess`, decision 0094). If a guess is wrong, the transaction runs again, and `guesses` is null. `guesses` is also
 * null in a transaction that is already open, and for an hour after `stopGuessing`.
 */
export async function inGuessingTransaction<D extends { db: Db }, T>(
  deps: D,
  memberId: string,
  work: (deps: D & { db: Transaction<Tables>; guesses: Guesses | null }) => Promise<T>,
): Promise<T> {
  const run = (guesses: Guesses | null) =>
    inTransaction(deps, (inside) => {
      // After a deadlock it runs again.
      if (guesses) guesses.sent = 0
      return work({ ...inside, guesses })
    })
  if (deps.db.isTransaction || !mayGuess(memberId)) return run(null)
  const guesses: Guesses = { sent: 0 }
  try {
    return await run(guesses)
  } catch (error) {
    if (guesses.sent === 0 || !mayBeOfGuess(error)) throw error
    stopGuessing(memberId)
    // The database is busy, away or full: another try at once would only add to its load.
    if (databaseFailureOf(error) !== null) throw error
    return run(null)
  }
}

/** Any other failure of a statement may be that of a guess, which has no savepoint. */
const mayBeOfGuess = (error: unknown) => error instanceof pg.DatabaseError && !isRowMissing(error) && !isDeadlock(error)

/** When this node has stopped to guess about a member; the earliest comes first. */
const stoppedFor = new Map<string, number>()
const STOPPED_FOR_MS = HOUR_MS
const MOST_STOPPED = 10_000

/** Stops guesses about a member on this node for an hour, because a guess that was wrong is likely to be wrong again. */
export function stopGuessing(memberId: string): void {
  stoppedFor.delete(memberId)
  stoppedFor.set(memberId, performance.now())
  const [oldest] = stoppedFor.keys()
  if (stoppedFor.size > MOST_STOPPED && oldest !== undefined) stoppedFor.delete(oldest)
}

/** Whether this node guesses about a member. */
export function mayGuess(memberId: string): boolean {
  const at = stoppedFor.get(memberId)
  return at === undefined || performance.now() - at >= STOPPED_FOR_MS
}

/**
 * Sends a statement that returns no row in most transactions, and does not wait for it. `query` calls `wrong_guess()` for
 * each row, which fails. Returns false, and sends nothing, if the transaction may not guess: the caller then runs the
 * statement, and waits for its rows. Not for use in a savepoint, whose rollback would hide a wrong guess.
 */
export async function sendGuess(db: Db, guesses: Guesses | null, query: Compilable<unknown>): Promise<boolean> {
  if (!guesses) return false
  guesses.sent += 1
  await send(db, query)
  return true
}
