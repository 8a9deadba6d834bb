import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

export type Tables = DB
export type Db = Kysely<DB>

// bigint columns (unix seconds, counts) stay far below 2^53; numeric columns have two digits after the point.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

const PATIENCE_MS = 10_000

export interface Database {
  db: Db
  pool: pg.Pool
  close: () => Promise<void>
}

/** Opens the pool that the whole process shares. */
export function openDatabase(options: {
  connectionString: string
  poolSize: number
  onError: (error: Error) => void
  /** How long a call waits for one of the connections. */
  patienceMs?: number
  onQuery?: (sql: string, milliseconds: number) => void
}): Database {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.poolSize,
    connectionTimeoutMillis: options.patienceMs ?? PATIENCE_MS,
    idleTimeoutMillis: 60_000,
    application_name: 'savepoint',
  })
  pool.on('connect', nameReads)
  // An idle connection that dies is replaced by the pool; it must not take the process down.
  pool.on('error', options.onError)
  const { onQuery } = options
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    ...(onQuery && { log: (event) => onQuery(event.query.sql, event.queryDurationMillis) }),
  })
  return { db, pool, close: () => db.destroy() }
}

/** PostgreSQL has no connection left, or is starting or stopping. */
const TURNED_AWAY = new Set(['53300', '57P03'])

/** Whether nothing was done because there was no connection: all are taken, or the database does not answer. */
export function isWithoutConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', syscall } = error as NodeJS.ErrnoException
  // What the pool says has no code.
  return syscall === 'connect' || TURNED_AWAY.has(code) || error.message === 'timeout exceeded when trying to connect'
}

/** More would only fill the memory of the connections: texts beyond these are not named. */
const MOST_NAMED = 300
const names = new Map<string, string>()
const MOST_MET = 1000
const metOnce = new Set<string>()

/**
 * Gives the reads of a connection names, from their second time on, so that PostgreSQL parses and plans each once per
 * connection and not once per call: for the queries of a page, planning costs more than running.
 */
function nameReads(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...all: unknown[]) => unknown
  const named = (first: unknown, values?: unknown, ...rest: unknown[]): unknown => {
    if (typeof first !== 'string' || !Array.isArray(values) || !/^\s*(select|with)\b/i.test(first))
      return query(first, values, ...rest)
    const name = nameOf(first)
    return name === null ? query(first, values, ...rest) : query({ name, text: first, values }, ...rest)
  }
  client.query = named as typeof client.query
}

function nameOf(text: string): string | null {
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= MOST_NAMED) return null
  // What is put together from somebody's question is met once, and must not take the names of what every page asks.
  if (!metOnce.has(text)) {
    if (metOnce.size >= MOST_MET) metOnce.clear()
    metOnce.add(text)
    return null
  }
  metOnce.delete(text)
  const name = createHash('sha1').update(text).digest('base64url')
  names.set(text, name)
  return name
}
