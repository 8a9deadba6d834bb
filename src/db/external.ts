import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseFailureOf, hasCode } from './failures.ts'
import { fileProblem } from './file-problem.ts'

/** Why the database in DATABASE_URL cannot be used: a message for the operator. */
export class ExternalDatabaseError extends Error {
  override name = 'ExternalDatabaseError'
}

const TIMEOUT_MS = 60_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000
/** The timeout of one connection with its first response. */
const ANSWER_MS = 10_000

export interface ExternalOptions {
  /** Receives a message for each failed attempt. */
  onWait?: (sentence: string) => void
  timeoutMs?: number
  firstPauseMs?: number
}

/**
 * Waits until the external database can be used, because containers start in any order. Retries temporary failures with
 * growing pauses and fails at once on others. Then refuses a pooler without session pooling.
 * @throws ExternalDatabaseError
 */
export async function requireExternalDatabase(
  connectionString: string,
  { onWait, timeoutMs = TIMEOUT_MS, firstPauseMs = FIRST_PAUSE_MS }: ExternalOptions = {},
): Promise<void> {
  const place = placeOf(connectionString)
  const until = performance.now() + timeoutMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      await requireSessions(connectionString)
      return
    } catch (error) {
      if (error instanceof ExternalDatabaseError) throw error
      const { sentence, mayPass } = explain(error, place)
      if (!mayPass) throw new ExternalDatabaseError(sentence)
      const left = until - performance.now()
      if (left <= 0)
        throw new ExternalDatabaseError(`${sentence} Savepoint gave up after ${Math.round(timeoutMs / 1000)} s.`)
      onWait?.(`${sentence} Retrying for at most ${Math.ceil(left / 1000)} s more.`)
      await sleep(Math.min(pauseMs, Math.max(left, 1)))
    }
  }
}

/**
 * Checks that two connections have two different PostgreSQL sessions, and that each connection keeps its session. A
 * pooler that assigns sessions per transaction or per statement breaks LISTEN, prepared statements and settings.
 */
async function requireSessions(connectionString: string): Promise<void> {
  const options = {
    connectionString,
    application_name: 'savepoint-start',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  }
  const one = new pg.Client(options)
  const other = new pg.Client(options)
  for (const client of [one, other]) client.on('error', () => undefined)
  try {
    await one.connect()
    const session = await sessionOf(one)
    await other.connect()
    // Poolers assign either the session used last or the one unused for longest; three rounds detect both.
    for (let round = 0; round < 3; round += 1) {
      // The open transaction occupies its session, so `one` must get another one.
      await other.query('begin')
      const occupied = await sessionOf(other)
      if (occupied === session || (await sessionOf(one)) !== session) throw withoutSessions()
      await other.query('rollback')
    }
  } catch (error) {
    // PgBouncer refuses transactions in statement mode.
    throw /statement pooling/i.test(messageOf(error)) ? withoutSessions() : error
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => undefined)))
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid as number
}

const withoutSessions = () =>
  new ExternalDatabaseError(
    'DATABASE_URL points to a pooler without session pooling (PgBouncer with pool_mode = transaction or statement), and Savepoint needs session pooling for LISTEN. Set its pool_mode to session, or connect to PostgreSQL directly: see "Poolers" in docs/operating.md.',
  )

interface Place {
  address: string
  host: string
  user: string
  database: string
}

function placeOf(connectionString: string): Place {
  try {
    const { host, port, user = '', database = '' } = new pg.Client({ connectionString })
    return { address: host.startsWith('/') ? host : `${host}:${port}`, host, user, database }
  } catch (error) {
    throw new ExternalDatabaseError(explainUrl(error))
  }
}

function explainUrl(error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL')
    return 'The setting DATABASE_URL is not an address such as postgresql://savepoint:…@db.example.org:5432/savepoint. In the name and the password, write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25.'
  // The address may name files with certificates.
  const { path } = error as NodeJS.ErrnoException
  const problem = path ? fileProblem(error, `${path} in DATABASE_URL`) : null
  return `${problem ?? `The setting DATABASE_URL cannot be read: ${messageOf(error)}`}.`
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Returns the reason why the connection fails, and whether waiting may help. No message contains the password. */
function explain(error: unknown, { address, host, user, database }: Place): { sentence: string; mayPass: boolean } {
  const code = (error as { code?: unknown } | null)?.code
  const message = messageOf(error)
  const waits = (sentence: string) => ({ sentence, mayPass: true })
  const ends = (sentence: string) => ({ sentence, mayPass: false })
  const server = `PostgreSQL at ${address}`
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return waits(`No PostgreSQL answers at ${address}.`)
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return waits(`The host ${host} in DATABASE_URL cannot be resolved.`)
    case '57P01':
    case '57P02':
    case '57P03':
      return waits(`${server} is starting or stopping.`)
    case '53300':
      return waits(`${server} has no free connection.`)
    case '3D000':
      return waits(`${server} has no database "${database}": create it, or correct DATABASE_URL.`)
    case '28P01':
      return ends(`${server} refuses the role "${user}" with the password in DATABASE_URL.`)
    case '28000':
      return /role .* does not exist/.test(message)
        ? waits(`${server} has no role "${user}": create it, or correct DATABASE_URL.`)
        : ends(`${server} does not allow the role "${user}" to connect: ${message}.`)
  }
  if (/password must be a string/.test(message))
    return ends(`${server} requires a password, and DATABASE_URL has none.`)
  const isConnection = error instanceof Error && 'syscall' in error
  // What has no code is pg's own: the connection or its response did not come in time, the connection ended, or TLS is not possible.
  const isLost = !hasCode(error) && !/\bSSL\b/.test(message)
  if (isConnection || isLost || databaseFailureOf(error) === 'away')
    return waits(`${server} does not answer (${isConnection || message === '' ? String(code) : message}).`)
  return ends(`${server} cannot be used: ${message}${typeof code === 'string' ? ` (${code})` : ''}.`)
}

/**
 * Returns a message for the operator if the database refuses a step of the start (a missing right, no free connection,
 * a shutdown); null for errors that an operator cannot fix.
 */
export function describeRefusal(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown }
  if (code === '53100') return `The disk of the database is full: ${messageOf(error)}.`
  const isRefusal = error instanceof pg.DatabaseError && /^(08|28|3D|53|57P|42501|25006)/.test(String(code))
  const isConnection = error instanceof Error && 'syscall' in error && error.syscall === 'connect'
  if (!isRefusal && !isConnection)
    return databaseFailureOf(error) === 'away' ? `The connection to the database ended: ${messageOf(error)}.` : null
  const cure = code === '42501' ? ' Savepoint must connect as the owner of its database.' : ''
  return `The database refuses Savepoint: ${messageOf(error) || String(code)} (${String(code)}).${cure}`
}
