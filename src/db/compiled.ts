import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './db.ts'

/** A query that has not been compiled, or has its values already. */
export interface Compilable<R> {
  compile: (db: Db) => CompiledQuery<R>
}

/** Stands for a value that each run of a compiled query replaces. */
export class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/**
 * Returns a function that makes a query for its values. Kysely builds and compiles it once, which for the statements of a
 * busy write takes as long as sending them (decision 0091). A value is sent once, however often the SQL names it. `make` receives an expression for each value, and builds the
 * same SQL whatever the values are: what changes the SQL needs a query of its own.
 */
export function compiledOnce<V extends object, R = unknown>(
  make: (value: <K extends keyof V & string>(name: K) => RawBuilder<V[K]>, db: Db) => Compilable<R>,
): (values: V) => Compilable<R> {
  let compiled: CompiledQuery<R> | null = null
  return (values) => ({
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
}

/** Runs a query and returns its rows. */
export async function rowsOf<R>(db: Db, query: Compilable<R>): Promise<R[]> {
  return (await db.executeQuery(query.compile(db))).rows
}
