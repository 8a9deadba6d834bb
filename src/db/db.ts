import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from './schema.ts'

export type Tables = DB
export type Db = Kysely<DB>

// bigint columns (unix seconds, counts) stay far below 2^53; numeric columns have two digits after the point.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)

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
  onQuery?: (sql: string, milliseconds: number) => void
}): Database {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.poolSize,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'savepoint',
  })
  // An idle connection that dies is replaced by the pool; it must not take the process down.
  pool.on('error', options.onError)
  const { onQuery } = options
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    ...(onQuery && { log: (event) => onQuery(event.query.sql, event.queryDurationMillis) }),
  })
  return { db, pool, close: () => db.destroy() }
}
