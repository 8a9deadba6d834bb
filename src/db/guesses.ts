import type { Transaction } from 'kysely'
import pg from 'pg'
import type { Compilable } from './compiled.ts'
import type { Db, Tables } from './db.ts'
import { databaseFailureOf } from './failures.ts'
import { isRowMissing } from './required-row.ts'
import { inTransaction, isDeadlock, send } from './transaction.ts'

/** The guesses of a transaction. A new one belongs to each run of it. */
export interface Guesses {
  /** How many were sent. */
  sent: number
}

/**
 * Runs `work` in a transaction as `inTransaction` does. `work` may guess what is true of most writes of this member
 * (`sendGuess`, decision 0094). If a guess is wrong, the transaction runs again, and `guesses` is null. `guesses` is also
 * null in a transaction that is already open.
 */
export async function inGuessingTransaction<D extends { db: Db }, T>(
  deps: D,
  memberId: string,
  work: (deps: D & { db: Transaction<Tables>; guesses: Guesses | null }) => Promise<T>,
): Promise<T> {
  const run = (guesses: Guesses | null) => inTransaction(deps, (inside) => work({ ...inside, guesses }))
  if (deps.db.isTransaction || isOftenWrong(memberId)) return run(null)
  const guesses: Guesses = { sent: 0 }
  try {
    return await run(guesses)
  } catch (error) {
    if (guesses.sent === 0 || !mayBeOfGuess(error)) throw error
    if (wrongFor.size >= MOST_WRONG) wrongFor.clear()
    wrongFor.set(memberId, performance.now())
    return run(null)
  }
}

/** The members whose guess was wrong, with the time. What was wrong once is probably wrong again for some time. */
const wrongFor = new Map<string, number>()
const WRONG_FOR_MS = 10 * 60_000
const MOST_WRONG = 10_000

function isOftenWrong(memberId: string): boolean {
  const at = wrongFor.get(memberId)
  if (at === undefined) return false
  if (performance.now() - at < WRONG_FOR_MS) return true
  wrongFor.delete(memberId)
  return false
}

/** A failure of any other statement may be that of a guess, which has no savepoint. */
const mayBeOfGuess = (error: unknown) =>
  error instanceof pg.DatabaseError && databaseFailureOf(error) === null && !isRowMissing(error) && !isDeadlock(error)

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
