import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'
import { Placeholder } from './driver.ts'
import { type Sent, send } from './transaction.ts'

/** A query that has not been compiled, or has its values already. */
export interface Compilable<R> {
  compile: (db: Db) => CompiledQuery<R>
}

type Make<V, R> = (value: <K extends keyof V & string>(name: K) => RawBuilder<V[K]>, db: Db) => Compilable<R>

/** Runs a query and returns its rows. */
export interface Query<V, R> {
  (db: Db, values: V): Promise<R[]>
  /** Sends it with the next statement of the transaction (`send`). */
  send: (db: Db, values: V) => Promise<Sent<R>>
}

/**
 * Returns the function that runs a query. Kysely builds and compiles it once, which for the statements of a busy write takes
 * as long as sending them (decision 0091). A value is sent once, however often the SQL names it. `make` receives an
 * expression for each value, and builds the same SQL whatever the values are: what changes the SQL is a shape
 * (`compiledForShape`).
 */
export function compiledOnce<V extends object, R = unknown>(make: Make<V, R>): Query<V, R> {
  let compiled: CompiledQuery<R> | null = null
  const withValues = (values: V): Compilable<R> => ({
    compile(db) {
      // A plugin sees each query with its values.
      if (db.getExecutor().plugins.length > 0) return make((name) => sql`${values[name]}`, db).compile(db)
      compiled ??= make((name) => sql`${new Placeholder(name)}`, db).compile(db)
      const parameters = compiled.parameters.map((given) =>
        given instanceof Placeholder ? (values as Record<string, unknown>)[given.name] : given,
      )
      return { ...compiled, parameters }
    },
  })
  const run = (db: Db, values: V) => rowsOf(db, withValues(values))
  return Object.assign(run, { send: (db: Db, values: V) => send(db, withValues(values)) })
}

/** Returns the query of a shape, which is what changes the SQL. It is compiled once for each shape. */
export function compiledForShape<S extends object, V extends object, R = unknown>(
  make: (shape: S) => Make<V, R>,
): (shape: S) => Query<V, R> {
  const queries = new Map<string, Query<V, R>>()
  return (shape) => {
    const key = JSON.stringify(shape)
    const query = queries.get(key) ?? compiledOnce(make(shape))
    queries.set(key, query)
    return query
  }
}

/** Runs a query and returns its rows. */
export async function rowsOf<R>(db: Db, query: Compilable<R>): Promise<R[]> {
  return (await db.executeQuery(query.compile(db))).rows
}
