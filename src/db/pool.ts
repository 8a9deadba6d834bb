import type { Socket } from 'node:net'
import pg from 'pg'
import { cancelRunning } from './cancel.ts'
import { DatabaseAwayError, DatabaseBusyError, hasCode } from './failures.ts'

/** Deadlines for the database, in milliseconds. */
export interface Deadlines {
  /** A statement is cancelled after this time: by PostgreSQL, or behind a pooler without sessions by the pool. */
  statementMs: number
  /** Later than `statementMs`. If no response has arrived by then, the pool abandons the connection. */
  answerMs: number
  /** PostgreSQL ends a session with an open, idle transaction after this time. A pooler without sessions has its own setting. */
  idleInTransactionMs: number
}

export interface GuardedPool {
  pool: pg.Pool
  /** Abandons every connection and every call that waits for one; running calls fail with DatabaseAwayError. */
  abandon: () => void
}

type Done = (error: Error | undefined, client?: pg.PoolClient, release?: (error?: Error | boolean) => void) => void

/**
 * Creates a pool that survives connections that end or hang at any moment: the query in progress fails, and the next
 * one gets a new connection. `isAway` returns whether the database is known not to respond; calls then fail at once.
 */
export function createGuardedPool(options: {
  connectionString: string
  applicationName: string
  size: number
  connectionTimeoutMs: number
  idleMs: number
  deadlines: Deadlines | null
  /** Each connection has a session of its own, which keeps its settings. */
  hasSessions: boolean
  /** Refuses writes, also of a replica that has become a primary. */
  isReadOnly?: boolean
  isAway: () => boolean
  onError: (error: Error) => void
  onQueryError?: (error: unknown) => void
}): GuardedPool {
  const { deadlines } = options
  const clients = new Set<pg.PoolClient>()
  const inUse = new Set<pg.PoolClient>()
  /** Connections that are over, although their sockets may still be open. */
  const ended = new WeakSet<pg.PoolClient>()
  const waiting = new Set<(error: Error) => void>()

  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.size,
    connectionTimeoutMillis: options.connectionTimeoutMs,
    idleTimeoutMillis: options.idleMs,
    application_name: options.applicationName,
    keepAlive: true,
    // Transactions send several statements at once (driver.ts).
    pipeline: true,
    ...(deadlines &&
      options.hasSessions && {
        // Not in the startup message, because poolers in front of PostgreSQL refuse settings there.
        onConnect: async (client) => {
          const timer = setTimeout(() => destroy(client), deadlines.answerMs)
          await client
            .query(
              `select set_config('statement_timeout', '${deadlines.statementMs}', false),
                    set_config('idle_in_transaction_session_timeout', '${deadlines.idleInTransactionMs}', false)
                    ${options.isReadOnly ? ", set_config('default_transaction_read_only', 'on', false)" : ''}`,
            )
            .finally(() => clearTimeout(timer))
        },
      }),
  })
  // The pool replaces an idle connection that dies; the error must not end the process.
  pool.on('error', (error) => options.onError(hasCode(error) ? error : new DatabaseAwayError({ cause: error })))
  pool.on('connect', (client) => {
    clients.add(client)
    // The same goes for a connection in use: its query fails, but an `error` event without a listener ends Node.
    client.on('error', () => ended.add(client))
    watch(client)
  })
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (_error, client) => inUse.delete(client))
  pool.on('remove', (client) => {
    clients.delete(client)
    ended.add(client)
  })

  const connect = pool.connect.bind(pool) as (done: Done) => void
  function guardedConnect(done: Done): void {
    if (options.isAway()) {
      process.nextTick(done, new DatabaseAwayError())
      return
    }
    let isOver = false
    const askedAt = performance.now()
    const fail = (error: Error) => {
      isOver = true
      done(error)
    }
    waiting.add(fail)
    connect((error, client, release) => {
      waiting.delete(fail)
      if (!isOver) done(error && !hasCode(error) ? withoutConnection(error, askedAt) : error, client, release)
      // The caller has stopped waiting.
      else if (client) release?.()
    })
  }
  pool.connect = ((done?: Done) =>
    done
      ? guardedConnect(done)
      : new Promise((resolve, reject) => {
          guardedConnect((error, client) => (client ? resolve(client) : reject(error)))
        })) as typeof pool.connect

  /**
   * Names why there is no connection. pg says it in sentences alone: with a cause if a connection was not established in time, and
   * without one if none became free in time, or if a new one ended before.
   */
  function withoutConnection(error: Error, askedAt: number): Error {
    if (pool.ending) return error
    // The timer of pg may end early, by as long as the process was busy when it began.
    const isLate = performance.now() - askedAt >= options.connectionTimeoutMs / 2
    return isLate && error.cause === undefined
      ? new DatabaseBusyError({ cause: error })
      : new DatabaseAwayError({ cause: error })
  }

  /** If one connection hangs, the idle ones are probably dead too. */
  function abandonIdle(): void {
    for (const client of clients) if (!inUse.has(client)) destroy(client)
  }

  /**
   * Gives each statement a deadline. A connection that hangs ends at once; otherwise a transaction would wait as long again
   * for the response to its rollback. The deadline is ours, because pg's own error for it has no code.
   */
  function watch(client: pg.PoolClient): void {
    const query = client.query.bind(client) as (...all: unknown[]) => unknown
    let answeredAt = performance.now()
    function abandonHanging(answerMs: number): void {
      // A query that waited behind slow ones of the same connection was late, but the connection does not hang.
      const isHanging = performance.now() - answeredAt >= answerMs / 2
      destroy(client)
      if (isHanging) abandonIdle()
    }
    /** Starts the deadlines of a statement; the returned function ends them. */
    function begin(): (error?: unknown) => void {
      const timer = deadlines ? setTimeout(abandonHanging, deadlines.answerMs, deadlines.answerMs) : undefined
      const keepRunning =
        deadlines && !options.hasSessions
          ? cancelAfter(deadlines.statementMs, {
              runsSince: () => answeredAt,
              cancel: () => cancelRunning(client, options.connectionString),
            })
          : undefined
      return (error) => {
        clearTimeout(timer)
        keepRunning?.()
        answeredAt = performance.now()
        if (error) options.onQueryError?.(error)
      }
    }
    /** On a connection that has ended pg's own errors have no code. */
    const named = (error: unknown) =>
      hasCode(error) || !(ended.has(client) || streamOf(client).destroyed)
        ? error
        : new DatabaseAwayError({ cause: error })
    const watched = (...all: unknown[]): unknown => {
      const end = begin()
      const done = all.at(-1)
      if (typeof done === 'function')
        return query(...all.slice(0, -1), (error: unknown, result: unknown) => {
          const reason = error && named(error)
          end(reason)
          done(reason, result)
        })
      const result = query(...all)
      if (result instanceof Promise)
        return result.then(
          (rows) => {
            end()
            return rows
          },
          (error) => {
            const reason = named(error)
            end(reason)
            throw reason
          },
        )
      end()
      return result
    }
    client.query = watched as typeof client.query
  }

  return {
    pool,
    abandon() {
      for (const fail of [...waiting]) {
        waiting.delete(fail)
        fail(new DatabaseAwayError())
      }
      for (const client of clients) destroy(client)
    },
  }
}

/**
 * Cancels a statement that runs for longer than this; the returned function prevents it. A statement that waited behind others
 * of the same connection runs since the last answer, and a timer may end a little early: both get the rest.
 */
function cancelAfter(
  statementMs: number,
  { runsSince, cancel }: { runsSince: () => number; cancel: () => void },
): () => void {
  let timer = setTimeout(cancelSlow, statementMs)
  function cancelSlow(): void {
    const restMs = runsSince() + statementMs - performance.now()
    if (restMs > 0) timer = setTimeout(cancelSlow, Math.ceil(restMs))
    else cancel()
  }
  return () => clearTimeout(timer)
}

/**
 * Destroys the socket without closing the session, which would hang too. The running query fails and the pool removes
 * the connection.
 */
function destroy(client: pg.ClientBase): void {
  streamOf(client).destroy(new DatabaseAwayError())
}

const streamOf = (client: pg.ClientBase): Pick<Socket, 'destroy' | 'destroyed'> =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream
