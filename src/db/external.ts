import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/** Why the database in DATABASE_URL cannot be used: a sentence for the operator. */
export class ExternalDatabaseError extends Error {
  override name = 'ExternalDatabaseError'
}

const PATIENCE_MS = 60_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000
/** For one connection with its first answer. */
const ANSWER_MS = 10_000

export interface ExternalOptions {
  /** Receives a sentence each time that the database is not there yet. */
  onWait?: (sentence: string) => void
  patienceMs?: number
  firstPauseMs?: number
}

/**
 * Waits until the external database can be used: containers start in any order. What time may mend is tried again with
 * growing pauses, anything else ends at once; then refuses a pooler that does not keep sessions.
 * @throws ExternalDatabaseError
 */
export async function requireExternalDatabase(
  connectionString: string,
  { onWait, patienceMs = PATIENCE_MS, firstPauseMs = FIRST_PAUSE_MS }: ExternalOptions = {},
): Promise<void> {
  const place = placeOf(connectionString)
  const until = performance.now() + patienceMs
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
        throw new ExternalDatabaseError(`${sentence} Savepoint waited ${Math.round(patienceMs / 1000)} s for it.`)
      onWait?.(`${sentence} Waiting for it, at most ${Math.ceil(left / 1000)} s more.`)
      await sleep(Math.min(pauseMs, Math.max(left, 1)))
    }
  }
}

/**
 * Two connections must reach two sessions of PostgreSQL, and each its own one every time: a pooler that hands out sessions
 * by transaction or statement loses LISTEN, prepared statements and settings.
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
    // Poolers hand out what was used last, or what was not used longest: either shows within three rounds.
    for (let round = 0; round < 3; round += 1) {
      // The open transaction occupies a session, so that `one` cannot have this one meanwhile.
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
    'DATABASE_URL leads to a pooler that does not keep sessions (PgBouncer with pool_mode = transaction or statement), and Savepoint needs them for LISTEN. Set its pool_mode to session, or connect to PostgreSQL directly: see "Poolers" in docs/operating.md.',
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
    throw new ExternalDatabaseError(`The setting DATABASE_URL cannot be read: ${messageOf(error)}.`)
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What stands in the way, and whether waiting may help. The password is in no sentence. */
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
      return waits(`The host ${host} of DATABASE_URL is not known here.`)
    case '57P01':
    case '57P02':
    case '57P03':
      return waits(`${server} is starting or stopping.`)
    case '53300':
      return waits(`${server} has no connection left.`)
    case '3D000':
      return waits(`${server} has no database "${database}": create it, or correct DATABASE_URL.`)
    case '28P01':
      return ends(`${server} refuses the role "${user}" with the password in DATABASE_URL.`)
    case '28000':
      return /role .* does not exist/.test(message)
        ? waits(`${server} has no role "${user}": create it, or correct DATABASE_URL.`)
        : ends(`${server} does not let the role "${user}" in: ${message}.`)
  }
  const isConnection = error instanceof Error && 'syscall' in error
  const isLost = /^(Connection terminated|timeout expired|Query read timeout)/i.test(message)
  if (isConnection || isLost || (typeof code === 'string' && code.startsWith('08')))
    return waits(`${server} does not answer (${isConnection || message === '' ? String(code) : message}).`)
  if (/password must be a string/.test(message)) return ends(`${server} wants a password, and DATABASE_URL has none.`)
  return ends(`${server} cannot be used: ${message}${typeof code === 'string' ? ` (${code})` : ''}.`)
}

/**
 * Why the database refuses a step of the start (a missing right, no connection left, it stops), as a sentence; null for what
 * an operator cannot mend.
 */
export function describeRefusal(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown }
  const isRefusal = error instanceof pg.DatabaseError && /^(08|28|3D|53|57P|42501|25006)/.test(String(code))
  const isConnection = error instanceof Error && 'syscall' in error && error.syscall === 'connect'
  if (!isRefusal && !isConnection) return null
  const cure = code === '42501' ? ' The role of Savepoint must be the owner of its database.' : ''
  return `The database refuses Savepoint: ${messageOf(error) || String(code)} (${String(code)}).${cure}`
}
