/** The reason why the database failed on a correct query. */
export type DatabaseFailure =
  /** It works, but had no free connection or not enough time. */
  | 'busy'
  /** It does not respond, or the connection ended during the query. */
  | 'away'
  /** Its disk is full. */
  | 'full'

/** The connection was abandoned because the database does not respond. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError'
  /** PostgreSQL's own code for a connection that failed: copies of the error keep it. */
  readonly code = '08006'
  constructor(options?: ErrorOptions) {
    super('the database does not answer', options)
  }
}

/** All connections of the pool were in use for too long. */
export class DatabaseBusyError extends Error {
  override name = 'DatabaseBusyError'
  /** PostgreSQL's own code for too many connections. */
  readonly code = '53300'
  constructor(options?: ErrorOptions) {
    super('no connection of the pool is free', options)
  }
}

const BUSY = new Set([
  // Out of memory, out of connections, lock not available.
  '53200',
  '53300',
  '55P03',
  // A statement that exceeded `statement_timeout`.
  '57014',
])
const AWAY = new Set([
  // The backend was terminated, crashed, is starting or stopping; the session was idle in a transaction for too long;
  // or the database is read-only, as after a failover to a node that is not the leader yet.
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  // A failing disk is not a full disk: its data are unavailable.
  '58030',
  '25P03',
  '25006',
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['EHOSTDOWN', 'ENOTCONN'],
])
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT'])

/**
 * Returns how the database (or for `full` a file of ours) has failed; null for another kind of error. It reads codes alone: the
 * pool gives a code to the errors of pg that have none (`pool.ts`).
 */
export function databaseFailureOf(error: unknown): DatabaseFailure | null {
  if (typeof error !== 'object' || error === null) return null
  const { code, syscall } = error as Partial<NodeJS.ErrnoException>
  if (typeof code !== 'string') return null
  if (FULL.has(code)) return 'full'
  if (BUSY.has(code)) return 'busy'
  // Class 08: connection exceptions. A missing socket (ENOENT) fails in `connect`, and a name in `getaddrinfo`.
  return AWAY.has(code) || /^08\w{3}$/.test(code) || syscall === 'connect' || syscall === 'getaddrinfo' ? 'away' : null
}

/** Returns whether a write has failed because what its row refers to has been deleted meanwhile. */
export const refersToDeleted = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '23503'

/** Returns whether an error says by a code what has failed. */
export const hasCode = (error: unknown): boolean => typeof (error as { code?: unknown } | null)?.code === 'string'

/** Throws an error of a connection: those without a code are pg's own, which has lost the connection. */
export function throwNamed(error: unknown): never {
  throw hasCode(error) ? error : new DatabaseAwayError({ cause: error })
}

/** Returns whether PostgreSQL responded to an attempt to connect, even with a refusal; not while it starts or stops. */
export function hasAnswered(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[0-9][0-9A-Z]{4}$/.test(code) && !/^(?:08|57P)/.test(code)
}
