import { type RawBuilder, sql } from 'kysely'

/** Returns the key of an advisory lock with this name. */
export const lockKey = (name: RawBuilder<unknown>): RawBuilder<unknown> => sql`hashtextextended(${name}, 0)`

/** Returns the statement that locks a name until the transaction ends: transactions that lock the same one wait for each other. */
export const lockName = (name: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select pg_advisory_xact_lock(${lockKey(name)})`
