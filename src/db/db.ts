import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { PipelinedDialect } from './driver.ts'
import { createGuardedPool, type Deadlines } from './pool.ts'
import type { DB } from './schema.ts'
import { type SharedConnection, shareConnection } from './shared-connection.ts'

export type Tables = DB
export type Db = Kysely<DB>

// bigint columns (unix seconds, counts) stay far below 2^53; numeric columns have two digits after the point.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
const parseAnyTime: (text: string) => unknown = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)
// The usual form, as in '2026-11-26 18:39:25.123456+00', is nearly ISO 8601, which JavaScript parses several times as fast.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  text.endsWith('+00') && text[10] === ' '
    ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`)
    : parseAnyTime(text),
)

/** The timeout for getting a free connection. */
const CONNECTION_TIMEOUT_MS = 10_000

/** For requests: every response, including a failure, is sent within ten seconds. */
const DEADLINES: Deadlines = { statementMs: 8_000, answerMs: 9_000, idleInTransactionMs: 30_000 }
/** For jobs and the start of the app, whose statements may be slow, but not unlimited. */
const BACKGROUND_DEADLINES: Deadlines = { statementMs: 600_000, answerMs: 610_000, idleInTransactionMs: 600_000 }
const BACKGROUND_CONNECTIONS = 2

export interface Database {
  db: Db
  pool: pg.Pool
  /** Runs background work with longer deadlines, on connections that do not belong to the pool of the pages. */
  inBackground: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Runs work whose reads share one connection, which sends them without waiting for one another (decision 0091): the
   * message to each further connection wakes another process, which costs more than a small read. A failing read fails
   * alone, a slow one delays the later ones. The work begins no transaction.
   */
  readTogether: <T>(work: () => Promise<T>) => Promise<T>
  /**
   * Sets whether the database responds. When it does not, requests for a connection fail at once, and open connections
   * are abandoned.
   */
  setAnswering: (isAnswering: boolean) => void
  isAnswering: () => boolean
  /** Calls the listener with every query error, even when the caller catches it. */
  onQueryError: (listener: (error: unknown) => void) => void
  close: () => Promise<void>
}

/** Opens the pool that the whole process shares. */
export function openDatabase(options: {
  connectionString: string
  poolSize: number
  onError: (error: Error) => void
  /** The timeout for getting a free connection. */
  connectionTimeoutMs?: number
  /** Null for commands, whose statements may take any time. */
  deadlines?: Deadlines | null
  onQuery?: (sql: string, milliseconds: number) => void
}): Database {
  const { deadlines = DEADLINES, onQuery } = options
  const listeners = new Set<(error: unknown) => void>()
  let isAnswering = true
  const common = {
    connectionString: options.connectionString,
    connectionTimeoutMs: options.connectionTimeoutMs ?? CONNECTION_TIMEOUT_MS,
    isAway: () => !isAnswering,
    onError: options.onError,
    onQueryError: (error: unknown) => {
      for (const listener of listeners) listener(error)
    },
  }
  const front = createGuardedPool({
    ...common,
    applicationName: 'savepoint',
    size: options.poolSize,
    idleMs: 60_000,
    deadlines,
  })
  const background = createGuardedPool({
    ...common,
    applicationName: 'savepoint-background',
    size: BACKGROUND_CONNECTIONS,
    idleMs: 10_000,
    deadlines: deadlines && BACKGROUND_DEADLINES,
  })
  const pools = [front, background]
  const nameStatements = createNames()
  for (const { pool } of pools) pool.on('connect', nameStatements)
  const isBackground = new AsyncLocalStorage<true>()
  const shared = new AsyncLocalStorage<SharedConnection>()
  const connect = () => (isBackground.getStore() ? background : front).pool.connect()
  const db = new Kysely<DB>({
    dialect: new PipelinedDialect({
      connect: () => shared.getStore()?.connect() ?? connect(),
      end: async () => void (await Promise.all(pools.map(({ pool }) => pool.end()))),
    }),
    ...(onQuery && { log: (event) => onQuery(event.query.sql, event.queryDurationMillis) }),
  })
  return {
    db,
    pool: front.pool,
    inBackground: (work) => isBackground.run(true, work),
    async readTogether(work) {
      const connection = shareConnection(connect)
      try {
        return await shared.run(connection, work)
      } finally {
        connection.close()
      }
    },
    setAnswering(is) {
      if (isAnswering && !is) for (const { abandon } of pools) abandon()
      isAnswering = is
    },
    isAnswering: () => isAnswering,
    onQueryError: (listener) => void listeners.add(listener),
    close: () => db.destroy(),
  }
}

/**
 * Begins a read that gets no name, so that PostgreSQL plans it for its values each time. For a condition that a few rows
 * satisfy for one value and tens of thousands for another: a plan for all values would read them all.
 */
export const plannedEachTime = sql.raw('/* planned each time */')

const NAMED = /^\s*(select|with|insert|update|delete)\b/i

/** At most this many statements get names; more would only fill the memory of the connections. */
const MAX_NAMED = 300
const MAX_MET = 1000

/**
 * Gives statements with parameters a name from their second use on, so that PostgreSQL parses and plans each of them once
 * per connection instead of once per call. For the queries of a page, planning costs more than running.
 */
function createNames(): (client: pg.PoolClient) => void {
  const names = new Map<string, string>()
  const metOnce = new Set<string>()

  function nameOf(text: string): string | null {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= MAX_NAMED) return null
    // A query built from a person's search occurs only once, and must not use up the names that the queries of every
    // page need.
    if (!metOnce.has(text)) {
      if (metOnce.size >= MAX_MET) metOnce.clear()
      metOnce.add(text)
      return null
    }
    metOnce.delete(text)
    const name = createHash('sha1').update(text).digest('base64url')
    names.set(text, name)
    return name
  }

  return (client) => {
    const query = client.query.bind(client) as (...all: unknown[]) => unknown
    const named = (first: unknown, values?: unknown, ...rest: unknown[]): unknown => {
      if (typeof first !== 'string' || !Array.isArray(values) || !NAMED.test(first))
        return query(first, values, ...rest)
      const name = nameOf(first)
      return name === null ? query(first, values, ...rest) : query({ name, text: first, values }, ...rest)
    }
    client.query = named as typeof client.query
  }
}
