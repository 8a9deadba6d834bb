import { randomUUID } from 'node:crypto'
import pg from 'pg'

/** What stands at an address: PostgreSQL or a pooler that keeps sessions, or a pooler that assigns them for each transaction. */
export type Pooling =
  | { kind: 'session' }
  /** Each transaction may run in another session. `keepsNames`: a statement that one transaction has prepared by name is there in the next. */
  | { kind: 'transaction'; keepsNames: boolean }
  /** Each statement may run in another session, and there are no transactions. */
  | { kind: 'statement' }

/** Which server and database an address leads to. */
export interface Target {
  startedAt: string
  database: number
}

/** Poolers assign either the session used last or the one unused for longest; three rounds detect both. */
const ROUNDS = 3

/**
 * Finds out whether two connections have two different PostgreSQL sessions, and whether each connection keeps its session. In
 * a pooler with transaction pooling, `LISTEN`, session settings, session locks and named statements belong to
 * the next transaction.
 * @throws the error of pg if the database cannot be reached.
 */
export async function findPooling(one: pg.Client, other: pg.Client): Promise<Pooling> {
  await one.connect()
  const session = await sessionOf(one)
  await other.connect()
  for (let round = 0; round < ROUNDS; round += 1) {
    // The open transaction occupies its session, so `one` must get another one.
    if (!(await begin(other))) return { kind: 'statement' }
    const occupied = await sessionOf(other)
    const isShared = occupied === session || (await sessionOf(one)) !== session
    await other.query('rollback')
    if (isShared) return { kind: 'transaction', keepsNames: await keepsNames(other) }
  }
  return { kind: 'session' }
}

/** Returns false in statement mode, where PgBouncer refuses transactions as a violation of the protocol. */
async function begin(client: pg.Client): Promise<boolean> {
  try {
    await client.query('begin')
    return true
  } catch (error) {
    if ((error as { code?: unknown }).code === '08P01') return false
    throw error
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid as number
}

/**
 * Returns whether the pooler keeps statements that are prepared by name (PgBouncer since 1.21 with `max_prepared_statements`).
 * Such a pooler gives them names of its own in the sessions. One that passes the name on does not know of the statement.
 */
async function keepsNames(client: pg.Client): Promise<boolean> {
  const name = `savepoint_${randomUUID()}`
  await client.query('begin')
  const { rows } = await client.query<{ is_passed_on: boolean }>({
    name,
    text: 'select exists (select from pg_prepared_statements where name = $1) as is_passed_on',
    values: [name],
  })
  const isPassedOn = rows[0]?.is_passed_on !== false
  if (isPassedOn) await client.query(`deallocate ${pg.escapeIdentifier(name)}`)
  await client.query('commit')
  return !isPassedOn
}

/** Returns where a connection leads: two addresses of one database give the same. */
export async function targetOf(client: pg.Client): Promise<Target> {
  const { rows } = await client.query<Target>(
    `select pg_postmaster_start_time()::text as "startedAt", oid::int as database
    from pg_database where datname = current_database()`,
  )
  return rows[0] as Target
}
