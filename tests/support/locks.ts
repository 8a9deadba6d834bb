import { sql, type Transaction } from 'kysely'
import { expect } from 'vitest'
import type { Db, Tables } from '../../src/db/db.ts'

type Tx = Transaction<Tables>

/**
 * Starts a call while another transaction holds locks, and returns its result. The transaction commits once the call
 * waits for it; `whileWaiting` runs before.
 */
export async function duringTransaction<T>(
  db: Db,
  hold: (tx: Tx) => Promise<unknown>,
  start: () => Promise<T>,
  whileWaiting: (tx: Tx) => Promise<unknown> = async () => {},
): Promise<T> {
  const isWaiting = sql<boolean>`exists (
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock')`
  const started = await db.transaction().execute(async (tx) => {
    await hold(tx)
    const call = start()
    await expect
      .poll(async () => (await db.selectNoFrom(isWaiting.as('it')).executeTakeFirst())?.it, { timeout: 30_000 })
      .toBe(true)
    await whileWaiting(tx)
    // In an object, so that the transaction does not wait for it.
    return { call }
  })
  return started.call
}
