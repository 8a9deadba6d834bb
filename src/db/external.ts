import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseFailureOf, hasCode } from './failures.ts'
import { fileProblem } from './file-problem.ts'
import { findPooling, type Pooling, type Target, targetOf } from './pooling.ts'

/** The pooling with which Savepoint can work. */
export type UsablePooling = Exclude<Pooling, { kind: 'statement' }>

type Setting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

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

/** The addresses of one external database. */
export interface ExternalAddresses {
  databaseUrl: string
  /** Reaches PostgreSQL without a pooler that assigns sessions again and again; null if `databaseUrl` does. */
  databaseDirectUrl: string | null
}

/**
 * Waits until the external database can be used, because containers start in any order. Retries temporary failures with
 * growing pauses and fails at once on others. A pooler with transaction pooling is accepted if there is a direct address beside it,
 * which leads to the same database. Returns what is at DATABASE_URL.
 * @throws ExternalDatabaseError
 */
export async function requireExternalDatabase(
  addresses: ExternalAddresses,
  options: ExternalOptions = {},
): Promise<UsablePooling> {
  const { databaseUrl, databaseDirectUrl } = addresses
  const direct = await reachDirectly(addresses, options)
  if (databaseDirectUrl === null) return { kind: 'session' }
  const { pooling, target } = await reach(databaseUrl, 'DATABASE_URL', options)
  if (pooling.kind === 'statement') throw new ExternalDatabaseError(WITHOUT_TRANSACTIONS)
  if (target.startedAt !== direct.startedAt || target.database !== direct.database)
    throw new ExternalDatabaseError(TWO_DATABASES)
  return pooling
}

/**
 * Waits for the address that keeps sessions and returns it. Commands use only this one.
 * @throws ExternalDatabaseError
 */
export async function requireDirectDatabase(addresses: ExternalAddresses, options?: ExternalOptions): Promise<string> {
  await reachDirectly(addresses, options)
  return addresses.databaseDirectUrl ?? addresses.databaseUrl
}

async function reachDirectly(
  { databaseUrl, databaseDirectUrl }: ExternalAddresses,
  options: ExternalOptions = {},
): Promise<Target> {
  const setting = databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL'
  const { pooling, target } = await reach(databaseDirectUrl ?? databaseUrl, setting, options)
  if (pooling.kind !== 'session')
    throw new ExternalDatabaseError(databaseDirectUrl === null ? NEEDS_DIRECT : DIRECT_IS_POOLER)
  return target
}

const SEE_POOLERS = 'see "Poolers" in docs/operating.md.'
const NEEDS_DIRECT = `DATABASE_URL points to a pooler without session pooling (PgBouncer with pool_mode = transaction or statement), and Savepoint needs a session for LISTEN and locks. With transaction pooling, set DATABASE_DIRECT_URL to the address of PostgreSQL itself; or set pool_mode to session: ${SEE_POOLERS}`
const DIRECT_IS_POOLER = `DATABASE_DIRECT_URL points to a pooler without session pooling. Set it to the address of PostgreSQL itself: ${SEE_POOLERS}`
const WITHOUT_TRANSACTIONS = `DATABASE_URL points to a pooler with statement pooling, which has no transactions. Set its pool_mode to transaction or session: ${SEE_POOLERS}`
const TWO_DATABASES =
  'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases or servers. Both must reach the same database of the same primary.'

/** Retries until the address answers. */
async function reach(
  connectionString: string,
  setting: Setting,
  { onWait, timeoutMs = TIMEOUT_MS, firstPauseMs = FIRST_PAUSE_MS }: ExternalOptions,
): Promise<{ pooling: Pooling; target: Target }> {
  const database = databaseAddressOf(connectionString, setting)
  const until = performance.now() + timeoutMs
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await look(connectionString, database)
    } catch (error) {
      if (error instanceof ExternalDatabaseError) throw error
      const { sentence, mayPass } = explain(error, database)
      if (!mayPass) throw new ExternalDatabaseError(sentence)
      const left = until - performance.now()
      if (left <= 0)
        throw new ExternalDatabaseError(`${sentence} Savepoint gave up after ${Math.round(timeoutMs / 1000)} s.`)
      onWait?.(`${sentence} Retrying for at most ${Math.ceil(left / 1000)} s more.`)
      await sleep(Math.min(pauseMs, Math.max(left, 1)))
    }
  }
}

/** Opens two connections, finds out what is at the address, and closes them. */
async function look(
  connectionString: string,
  database: DatabaseAddress,
): Promise<{ pooling: Pooling; target: Target }> {
  const options = {
    connectionString,
    application_name: 'savepoint-start',
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
  }
  const one = new pg.Client(options)
  const other = new pg.Client(options)
  const password = () => Promise.reject(withoutPassword(database))
  for (const client of [one, other]) {
    client.on('error', () => undefined)
    if (!database.hasPassword) Object.assign(client, { password })
  }
  try {
    const pooling = await findPooling(one, other)
    return { pooling, target: await targetOf(one) }
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => undefined)))
  }
}

/** pg calls it when the server asks for a password. */
const withoutPassword = ({ address, setting }: DatabaseAddress) =>
  new ExternalDatabaseError(`PostgreSQL at ${address} requires a password, and ${setting} has none.`)

interface DatabaseAddress {
  setting: Setting
  address: string
  host: string
  user: string
  database: string
  hasPassword: boolean
}

function databaseAddressOf(connectionString: string, setting: Setting): DatabaseAddress {
  try {
    const { host, port, user = '', database = '', password } = new pg.Client({ connectionString })
    return {
      setting,
      address: host.startsWith('/') ? host : `${host}:${port}`,
      host,
      user,
      database,
      hasPassword: !!password,
    }
  } catch (error) {
    throw new ExternalDatabaseError(explainUrl(error, setting))
  }
}

function explainUrl(error: unknown, setting: Setting): string {
  if ((error as NodeJS.ErrnoException).code === 'ERR_INVALID_URL')
    return `The setting ${setting} is not an address such as postgresql://savepoint:…@db.example.org:5432/savepoint. In the name and the password, write # as %23, / as %2F, ? as %3F, @ as %40 and % as %25.`
  // The address may name files with certificates.
  const { path } = error as NodeJS.ErrnoException
  const problem = path ? fileProblem(error, `${path} in ${setting}`) : null
  return `${problem ?? `The setting ${setting} cannot be read: ${messageOf(error)}`}.`
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Returns the reason why the connection fails, and whether waiting may help. No message contains the password. */
function explain(
  error: unknown,
  { setting, address, host, user, database }: DatabaseAddress,
): { sentence: string; mayPass: boolean } {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown }
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
      return waits(`The host ${host} in ${setting} cannot be resolved.`)
    case '57P01':
    case '57P02':
    case '57P03':
      return waits(`${server} is starting or stopping.`)
    case '53300':
      return waits(`${server} has no free connection.`)
    case '3D000':
      return waits(`${server} has no database "${database}": create it, or correct ${setting}.`)
    case '28P01':
      return ends(`${server} refuses the role "${user}" with the password in ${setting}.`)
    case '28000':
      // The code says no more than that the role may not connect; the routine of PostgreSQL says who refused it.
      return routine === 'InitializeSessionUserId'
        ? waits(`${server} has no role "${user}" that may log in: create it, or correct ${setting}.`)
        : ends(`${server} does not allow the role "${user}" to connect: ${message}.`)
  }
  const isConnection = error instanceof Error && 'syscall' in error
  // What has no code is pg's own: the connection or its response did not come in time, the connection ended, or the server has no TLS.
  if (isConnection || !hasCode(error) || databaseFailureOf(error) === 'away')
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
