import { AsyncLocalStorage } from 'node:async_hooks'
import { Kysely, sql } from 'kysely'
import pg from 'pg'
import { type DatabaseReplicas, openDatabaseReplicas } from './database-replicas.ts'
import { PipelinedDialect } from './driver.ts'
import { createGuardedPool, type Deadlines } from './pool.ts'
import type { Pooling } from './pooling.ts'
import type { ReplicaSettings } from './replicas.ts'
import type { DB } from './schema.ts'
import { type Client, type SharedConnection, shareConnection } from './shared-connection.ts'
import { createNames } from './statement-names.ts'

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
  /** Null without replicas. */
  replicas: DatabaseReplicas | null
  close: () => Promise<void>
}

/** Opens the pool that the whole process shares. */
export function openDatabase(options: {
  connectionString: string
  /** What is at that address; PostgreSQL itself by default. */
  pooling?: Pooling
  poolSize: number
  onError: (error: Error) => void
  /** The timeout for getting a free connection. */
  connectionTimeoutMs?: number
  /** Null for commands, whose statements may take any time. */
  deadlines?: Deadlines | null
  onQuery?: (sql: string, milliseconds: number) => void
  replicas?: ReplicaSettings
}): Database {
  const { deadlines = DEADLINES, pooling = { kind: 'session' }, onQuery } = options
  const listeners = new Set<(error: unknown) => void>()
  let isAnswering = true
  const common = {
    connectionString: options.connectionString,
    hasSessions: pooling.kind === 'session',
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
  const keepsNames = pooling.kind === 'session' || (pooling.kind === 'transaction' && pooling.keepsNames)
  const nameStatements = keepsNames ? createNames() : null
  if (nameStatements) for (const { pool } of pools) pool.on('connect', nameStatements)
  const replicas = options.replicas
    ? openDatabaseReplicas({
        settings: options.replicas,
        primary: common,
        poolSize: options.poolSize,
        deadlines,
        onConnect: nameStatements,
      })
    : null
  const isBackground = new AsyncLocalStorage<true>()
  const shared = new AsyncLocalStorage<SharedConnection>()
  const connectInFront = () => front.pool.connect()
  const connect = (): Promise<Client> =>
    isBackground.getStore() ? background.pool.connect() : (replicas?.connection(connectInFront) ?? connectInFront())
  const db = new Kysely<DB>({
    dialect: new PipelinedDialect({
      connect: () => shared.getStore()?.connect() ?? connect(),
      end: async () => void (await Promise.all([...pools.map(({ pool }) => pool.end()), replicas?.close()])),
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
    replicas,
    close: () => db.destroy(),
  }
}

/**
 * Begins a read that gets no name, so that PostgreSQL plans it for its values each time. For a condition that a few rows
 * satisfy for one value and tens of thousands for another: a plan for all values would read them all.
 */
export const plannedEachTime = sql.raw('/* planned each time */')
