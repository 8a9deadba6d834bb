import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import type { Client } from './shared-connection.ts'

/** Stands for a value that each run of a compiled query replaces. */
export class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The outcome of a statement that waits for the next one of its transaction. */
export interface Outcome<R> {
  /** Sends the statement if it still waits. */
  result: () => Promise<QueryResult<R>>
}

interface Waiting {
  query: CompiledQuery
  settle: (result: Promise<QueryResult<unknown>>) => void
}

interface Mark {
  onWait: (outcome: Outcome<unknown>) => void
  ifAllSucceeded: boolean
}

const marks = new WeakMap<CompiledQuery, Mark>()

/**
 * Marks a statement as one that may wait for the next one of its transaction (decision 0091); `onWait` receives its
 * outcome. Outside a transaction the mark has no effect. `ifAllSucceeded`: it waits only if all earlier statements are
 * known to have succeeded, and otherwise is sent at once, as if it had no mark.
 */
export function letWait<R>(
  query: CompiledQuery<R>,
  onWait: (outcome: Outcome<R>) => void = () => {},
  { ifAllSucceeded = false } = {},
): void {
  marks.set(query, { onWait: onWait as Mark['onWait'], ifAllSucceeded })
}

const BEGIN = CompiledQuery.raw('begin')
const COMMIT = CompiledQuery.raw('commit')
const ROLLBACK = CompiledQuery.raw('rollback')

const NOTHING: QueryResult<never> = { rows: [] }

interface Pool {
  connect: () => Promise<Client>
  end: () => Promise<void>
}

/**
 * Kysely's driver for a pool whose connections run in pipeline mode. A transaction sends several statements without a
 * response in between: `begin` waits for the first statement, each marked statement for the next one, and all that wait
 * are sent with the commit at the latest. PostgreSQL still runs them one after the other, each on its own snapshot.
 */
export class PipelinedDialect implements Dialect {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }
  createDriver(): Driver {
    return new PipelinedDriver(this.#pool)
  }
  createQueryCompiler(): PostgresQueryCompiler {
    return new QueryCompiler()
  }
  createAdapter(): PostgresAdapter {
    return new PostgresAdapter()
  }
  createIntrospector(db: ConstructorParameters<typeof PostgresIntrospector>[0]): PostgresIntrospector {
    return new PostgresIntrospector(db)
  }
}

/** Compiles a value of `compiledOnce` to the same parameter wherever the SQL names it. */
class QueryCompiler extends PostgresQueryCompiler {
  #placed = new Map<string, string>()

  override compileQuery(...given: Parameters<PostgresQueryCompiler['compileQuery']>): CompiledQuery {
    this.#placed = new Map()
    return super.compileQuery(...given)
  }

  protected override appendValue(value: unknown): void {
    const placed = value instanceof Placeholder ? this.#placed.get(value.name) : undefined
    if (placed === undefined) super.appendValue(value)
    else this.append(placed)
    if (value instanceof Placeholder && !placed) this.#placed.set(value.name, this.getCurrentParameterPlaceholder())
  }
}

class PipelinedDriver implements Driver {
  readonly #pool: Pool
  // Kysely adds its logging to each connection that it has not met.
  readonly #connections = new WeakMap<Client, PipelinedConnection>()

  constructor(pool: Pool) {
    this.#pool = pool
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<PipelinedConnection> {
    const client = await this.#pool.connect()
    const known = this.#connections.get(client)
    if (known) return known
    const connection = new PipelinedConnection(client)
    this.#connections.set(client, connection)
    return connection
  }
  async beginTransaction(connection: PipelinedConnection, settings: TransactionSettings): Promise<void> {
    connection.begin(settings)
  }
  commitTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.commit()
  }
  rollbackTransaction(connection: PipelinedConnection): Promise<void> {
    return connection.rollback()
  }
  async releaseConnection(connection: PipelinedConnection): Promise<void> {
    connection.release()
  }
  destroy(): Promise<void> {
    return this.#pool.end()
  }
}

class PipelinedConnection implements DatabaseConnection {
  readonly #client: Client
  #waiting: Waiting[] = []
  #state: 'none' | 'begun' | 'open' = 'none'
  /** The first error since the transaction, or what remains of it, last succeeded. */
  #failure: { error: unknown } | null = null
  /** How many statements have an outcome that is not known yet. */
  #unknown = 0
  #isBroken = false

  constructor(client: Client) {
    this.#client = client
  }

  begin({ isolationLevel, accessMode }: TransactionSettings): void {
    if (this.#client.isShared) throw new Error('Reads that are sent together begin no transaction')
    this.#state = 'begun'
    this.#failure = null
    this.#unknown = 0
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
    const isPlain = !isolationLevel && !accessMode
    const query = isPlain ? BEGIN : CompiledQuery.raw(`start transaction${level}${accessMode ? ` ${accessMode}` : ''}`)
    this.#wait(query)
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#state === 'none') return (await this.#submit(query)) as QueryResult<R>
    const mark = marks.get(query)
    if (mark && (!mark.ifAllSucceeded || this.#unknown === 0)) {
      mark.onWait(this.#wait(query))
      return NOTHING
    }
    try {
      const result = await this.#sendWith(query)
      // It may be the rollback to a savepoint, after which the transaction continues.
      this.#failure = null
      return result as QueryResult<R>
    } catch (error) {
      throw this.#causeOf(error)
    }
  }

  streamQuery(): never {
    throw new Error('no statement is read as a stream')
  }

  async commit(): Promise<void> {
    const isEmpty = this.#state === 'begun' && this.#waiting.length === 1
    if (isEmpty) return this.#end()
    try {
      const { rows } = await this.#sendWith(COMMIT)
      if (this.#failure) throw this.#failure.error
      // PostgreSQL responds so when an earlier statement has failed.
      if ((rows[0] as { command: string } | undefined)?.command === 'ROLLBACK') throw new AbortedTransactionError()
    } catch (error) {
      throw this.#causeOf(error)
    } finally {
      this.#end()
    }
  }

  async rollback(): Promise<void> {
    const isOpen = this.#state === 'open'
    this.#end()
    if (!isOpen) return
    try {
      await this.#submit(ROLLBACK)
    } catch (error) {
      this.#isBroken = true
      throw error
    }
  }

  release(): void {
    this.#end()
    this.#client.release(this.#isBroken)
  }

  /** A statement that follows a failed one fails only because of it. */
  #causeOf(error: unknown): unknown {
    return this.#failure?.error ?? error
  }

  /** What still waits is not sent: `work` has thrown before. */
  #end(): void {
    this.#state = 'none'
    this.#waiting = []
  }

  #wait(query: CompiledQuery): Outcome<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult<unknown>>()
    // The commit or the next statement throws it, so nobody need read the outcome.
    promise.catch(() => {})
    const settle = (result: Promise<QueryResult<unknown>>) => {
      result.then(
        (done) => {
          this.#unknown -= 1
          resolve(done)
        },
        (error: unknown) => {
          this.#unknown -= 1
          this.#failure ??= { error }
          reject(this.#failure.error)
        },
      )
    }
    const one = { query, settle }
    this.#waiting.push(one)
    this.#unknown += 1
    return {
      result: () => {
        if (this.#waiting.includes(one)) this.#sendWaiting()
        return promise
      },
    }
  }

  /** Sends the statements that wait and this one, without a response in between. */
  #sendWith(query: CompiledQuery): Promise<QueryResult<unknown>> {
    this.#sendWaiting()
    return this.#submit(query)
  }

  #sendWaiting(): void {
    this.#state = 'open'
    for (const { query, settle } of this.#waiting.splice(0)) settle(this.#submit(query))
  }

  async #submit({ sql, parameters }: CompiledQuery): Promise<QueryResult<unknown>> {
    const { command, rowCount, rows } = await this.#client.query<Record<string, unknown>>(sql, parameters as unknown[])
    if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command }] }
    const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
    return isWrite ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows }
  }
}
