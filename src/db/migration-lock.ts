import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { isDeadlock } from './transaction.ts'

/** An arbitrary number that all nodes share. */
const MIGRATION_LOCK = 5_430_001

const LOCK_NOT_AVAILABLE = '55P03'
const TIMEOUT_MS = 300_000
/** While another process holds the lock, a message names that process at this interval. */
const REPORT_EVERY_MS = 5_000
const TRY_EVERY_MS = 50
/** Well below the time that a statement of a page may take. */
const TABLE_LOCK_MS = 2_000

export class MigrationError extends Error {
  override name = 'MigrationError'
}

export interface LockOptions {
  /** Receives a message that names the holder of the lock, every few seconds. */
  onWait?: ((sentence: string) => void) | undefined
  timeoutMs?: number
  reportEveryMs?: number
  /** How long a migration waits for the locks of others before it lets those go on that wait behind it. */
  tableLockMs?: number
}

/**
 * Begins a transaction that holds the migration lock until it ends. The lock belongs to the transaction and not to the
 * session, so nothing of it remains in a session that a pooler reuses. `isShared`: migrations wait for the holder,
 * other shared holders do not.
 * @throws MigrationError that names the holder if the lock is not free in time.
 */
export async function beginWithMigrationLock(
  client: pg.Client,
  {
    onWait,
    timeoutMs = TIMEOUT_MS,
    reportEveryMs = REPORT_EVERY_MS,
    isShared = false,
  }: LockOptions & { isShared?: boolean } = {},
): Promise<void> {
  const until = performance.now() + timeoutMs
  let saidAt = performance.now()
  for (;;) {
    await client.query('begin')
    try {
      // The server may have its own time limits, which are meant for pages.
      await client.query(
        'set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local transaction_timeout = 0',
      )
      const { rows } = await client.query<{ is_mine: boolean }>(
        `select pg_try_advisory_xact_lock${isShared ? '_shared' : ''}($1) as is_mine`,
        [MIGRATION_LOCK],
      )
      if (rows[0]?.is_mine) return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
    // It pauses outside of a transaction: the holder may build an index concurrently, which waits for every open snapshot.
    await client.query('rollback')
    const isLate = performance.now() >= until
    if (isLate || performance.now() - saidAt >= reportEveryMs) {
      const holders = await describeHolders(client)
      if (isLate)
        throw new MigrationError(`Cannot get the migration lock within ${Math.round(timeoutMs / 1000)} s. ${holders}`)
      onWait?.(`Waiting for the migration lock. ${holders}`)
      saidAt = performance.now()
    }
    await wait(TRY_EVERY_MS)
  }
}

/**
 * Runs `work` again while it cannot get the locks of tables in time, or meets a deadlock, with pauses in which those go on
 * that waited behind it. `work` receives the longest wait for a lock, in milliseconds, and rolls back what it has done when it throws.
 * @throws MigrationError if it never gets them.
 */
export async function retryWithoutLocks<T>(
  client: pg.Client,
  { onWait, timeoutMs = TIMEOUT_MS, reportEveryMs = REPORT_EVERY_MS, tableLockMs = TABLE_LOCK_MS }: LockOptions,
  what: string,
  work: (tableLockMs: number) => Promise<T>,
): Promise<T> {
  const until = performance.now() + timeoutMs
  let saidAt = Number.NEGATIVE_INFINITY
  for (;;) {
    try {
      await client.query(`set lock_timeout = ${tableLockMs}`)
      return await work(tableLockMs)
    } catch (error) {
      const cause = error instanceof MigrationError ? error.cause : error
      if (!isDeadlock(cause) && (cause as { code?: unknown } | null)?.code !== LOCK_NOT_AVAILABLE) throw error
      const sentence = `Others hold what ${what} has to lock. ${await describeLongest(client)}`
      if (performance.now() >= until)
        throw new MigrationError(`${sentence} Nothing was changed; the next start tries again.`, { cause })
      if (performance.now() - saidAt >= reportEveryMs) onWait?.(`${sentence} It tries again.`)
      saidAt = performance.now()
      await wait(tableLockMs * (0.5 + Math.random()))
    }
  }
}

/** Names the transaction that has been open for the longest time, which is probably the one in the way. */
async function describeLongest(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `select pid, coalesce(nullif(application_name, ''), 'an unnamed program') as name,
      extract(epoch from now() - xact_start)::int as seconds
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
    order by xact_start limit 1`,
  )
  const [longest] = rows
  return longest
    ? `The longest open transaction is that of process ${longest.pid} (${longest.name}, for ${longest.seconds} s).`
    : 'No transaction is open any more.'
}

/** Describes which sessions hold the lock, and how an operator ends a holder that hangs. */
async function describeHolders(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number | null; name: string; address: string; since: string }>(
    `select l.pid, coalesce(nullif(a.application_name, ''), 'an unnamed program') as name,
      coalesce(host(a.client_addr), 'this machine') as address,
      coalesce(to_char(coalesce(a.xact_start, a.state_change, a.backend_start) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS "UTC"'), 'an unknown time') as since
    from pg_locks l left join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.granted and l.objsubid = 1 and l.classid = 0 and l.objid = $1
      and l.database = (select oid from pg_database where datname = current_database())
    order by since`,
    [MIGRATION_LOCK],
  )
  if (rows.length === 0) return 'It has just been released.'
  const who = rows.map(({ pid, name, address, since }) =>
    pid === null ? 'a prepared transaction' : `process ${pid} (${name}, from ${address}, since ${since})`,
  )
  const [first] = rows
  const cure = first?.pid ? ` If that process hangs, end it with: select pg_terminate_backend(${first.pid}).` : ''
  return `It is held by ${who.join(', ')}.${cure}`
}
