/** What keeps the database from doing what was asked, where the question itself is right. */
export type DatabaseFailure =
  /** It works, but had no connection or no time for this. */
  | 'busy'
  /** It does not answer, or the connection ended during the work. */
  | 'away'
  /** It has no room left on its disk. */
  | 'full'

/** The connection was given up because the database does not answer. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError'
  constructor(options?: ErrorOptions) {
    super('the database does not answer', options)
  }
}

/** pg's message of a query that got no answer within `query_timeout`. */
export const QUERY_READ_TIMEOUT = 'Query read timeout'

/** What is said by pg and its pool without a code. */
const SAID_WHEN_BUSY = new Set(['timeout exceeded when trying to connect'])
const SAID_WHEN_AWAY = new Set([
  'Client has encountered a connection error and is not queryable',
  'Client was closed and is not queryable',
  'Connection terminated',
  'Connection terminated due to connection timeout',
  'Connection terminated unexpectedly',
  'Postgres connection has been discarded',
  QUERY_READ_TIMEOUT,
  'timeout expired',
])

const BUSY = new Set([
  // Out of memory, out of connections, lock not available.
  '53200',
  '53300',
  '55P03',
  // A statement that has used up `statement_timeout`.
  '57014',
])
const AWAY = new Set([
  // The backend was ended, crashed, is starting or stopping; the session was idle in a transaction for too long; the
  // database can only be read, as after a failover to a node that is no leader yet.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  // A disk that fails is not full: what it cannot read is not there.
  '58030',
  '25P03',
  '25006',
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['EHOSTDOWN', 'ENOTCONN'],
])
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/** How the database (or for `full` a file of ours) has failed; null for an error of another kind. */
export function databaseFailureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  if (error instanceof DatabaseAwayError) return 'away'
  const { code, syscall } = error as NodeJS.ErrnoException
  if (typeof code !== 'string') {
    if (SAID_WHEN_BUSY.has(error.message)) return 'busy'
    return SAID_WHEN_AWAY.has(error.message) ? 'away' : null
  }
  if (FULL.has(code)) return 'full'
  if (BUSY.has(code)) return 'busy'
  // Class 08: connection exceptions. A socket that is not there (ENOENT) fails in `connect`, and a name in `getaddrinfo`.
  return AWAY.has(code) || /^08\w{3}$/.test(code) || syscall === 'connect' || syscall === 'getaddrinfo' ? 'away' : null
}

/** Whether an attempt to connect was answered by PostgreSQL, be it with a no; while it starts or stops it does not count. */
export function hasAnswered(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[0-9][0-9A-Z]{4}$/.test(code) && !/^(?:08|57P)/.test(code)
}
