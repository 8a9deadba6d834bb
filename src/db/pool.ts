import pg from 'pg'
import { DatabaseAwayError, QUERY_READ_TIMEOUT } from './failures.ts'

/** How long what is waited for of the database may take, in milliseconds. */
export interface Deadlines {
  /** PostgreSQL breaks a statement off after this time. */
  statementMs: number
  /** Later than that, so nothing has come through: the connection is given up. */
  answerMs: number
  /** PostgreSQL ends a session that has left its transaction lying for so long. */
  idleInTransactionMs: number
}

export interface GuardedPool {
  pool: pg.Pool
  /** Gives up every connection and whoever waits for one; what was being done fails with DatabaseAwayError. */
  abandon: () => void
}

type Done = (error: Error | undefined, client?: pg.PoolClient, release?: (error?: Error | boolean) => void) => void

/**
 * A pool whose connections may end or fall silent at any moment without harm to the process: whoever uses one gets an
 * error, and the next one a new connection. `isAway` says that the database is known not to answer; nobody waits for it then.
 */
export function createGuardedPool(options: {
  connectionString: string
  applicationName: string
  size: number
  patienceMs: number
  idleMs: number
  deadlines: Deadlines | null
  isAway: () => boolean
  onError: (error: Error) => void
  onQueryError?: (error: unknown) => void
}): GuardedPool {
  const { deadlines } = options
  const clients = new Set<pg.PoolClient>()
  const inUse = new Set<pg.PoolClient>()
  const waiting = new Set<(error: Error) => void>()

  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.size,
    connectionTimeoutMillis: options.patienceMs,
    idleTimeoutMillis: options.idleMs,
    application_name: options.applicationName,
    keepAlive: true,
    ...(deadlines && {
      query_timeout: deadlines.answerMs,
      // Not in the startup message: poolers in front refuse settings there.
      onConnect: async (client) => {
        await client.query(
          `select set_config('statement_timeout', '${deadlines.statementMs}', false),
                  set_config('idle_in_transaction_session_timeout', '${deadlines.idleInTransactionMs}', false)`,
        )
      },
    }),
  })
  // An idle connection that dies is replaced by the pool; it must not take the process down.
  pool.on('error', options.onError)
  pool.on('connect', (client) => {
    clients.add(client)
    // Nor must one that is in use: its query fails, and an `error` event without a listener ends Node.
    client.on('error', () => {})
    watch(client)
  })
  pool.on('acquire', (client) => inUse.add(client))
  pool.on('release', (error, client) => {
    inUse.delete(client)
    if (isSilence(error)) giveUpIdle()
  })
  pool.on('remove', (client) => clients.delete(client))

  const connect = pool.connect.bind(pool) as (done: Done) => void
  function guardedConnect(done: Done): void {
    if (options.isAway()) {
      process.nextTick(done, new DatabaseAwayError())
      return
    }
    let isOver = false
    const fail = (error: Error) => {
      isOver = true
      done(error)
    }
    waiting.add(fail)
    connect((error, client, release) => {
      waiting.delete(fail)
      if (!isOver) done(error, client, release)
      // Nobody waits for it any more.
      else if (client) release?.()
    })
  }
  pool.connect = ((done?: Done) =>
    done
      ? guardedConnect(done)
      : new Promise((resolve, reject) => {
          guardedConnect((error, client) => (client ? resolve(client) : reject(error)))
        })) as typeof pool.connect

  /** Where one has fallen silent, the others that wait for work are likely to be dead too. */
  function giveUpIdle(): void {
    for (const client of clients) if (!inUse.has(client)) destroy(client)
  }

  /** Ends the connection at once: a transaction would wait as long again for the answer to its rollback. */
  function watch(client: pg.PoolClient): void {
    const query = client.query.bind(client) as (...all: unknown[]) => unknown
    const watched = (...all: unknown[]): unknown => {
      const result = query(...all)
      if (result instanceof Promise)
        result.catch((error: unknown) => {
          options.onQueryError?.(error)
          if (!isSilence(error)) return
          destroy(client)
          giveUpIdle()
        })
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

/** What pg says of a query that got no answer within `query_timeout`. */
const isSilence = (error: unknown) => error instanceof Error && error.message === QUERY_READ_TIMEOUT

/** Cuts the line without a goodbye, which a silent one would not take. Its query fails; the pool drops it. */
function destroy(client: pg.PoolClient): void {
  const { connection } = client as unknown as { connection: { stream: { destroy: (error: Error) => void } } }
  connection.stream.destroy(new DatabaseAwayError())
}
