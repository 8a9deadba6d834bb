import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#db/db.ts'
import { databaseFailureOf, hasAnswered } from '#db/failures.ts'
import type { Log } from './log.ts'
import { packTags, type Tag, unpackTags } from './tags.ts'

const CHANNEL = 'savepoint_changes'

/** PostgreSQL takes less than 8000 bytes at once. */
const MOST_BYTES = 7000

/**
 * Tells every app node that what these tags stand for has changed. Inside a transaction it is
 * delivered when the transaction commits, and not at all when it rolls back.
 */
export async function announce(db: Db, tags: readonly Tag[]): Promise<void> {
  const payloads = packTags(tags, MOST_BYTES)
  if (payloads.length > 0)
    await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`.execute(db)
}

export interface Changes {
  /** False while the connection is down: caches must not trust what it holds. */
  isLive: () => boolean
  /** `tags` is null after a gap in the connection: anything may have changed. */
  subscribe: (listener: (tags: readonly Tag[] | null) => void) => () => void
  close: () => Promise<void>
}

export interface FeedOptions {
  /** How long after one heartbeat the next is sent. */
  beatEveryMs?: number
  /** How long a heartbeat, or an attempt to connect, may take. */
  patienceMs?: number
  /** Called with false when the database did not answer an attempt to connect, and with true when it answers again. */
  onAnswering?: (isAnswering: boolean) => void
}

/** Together less than five seconds, within which a feed that has fallen silent is noticed. */
const BEAT_EVERY_MS = 1_500
const PATIENCE_MS = 3_000
const RETRY_MS = 500
const LOGGED_EVERY = 20

/**
 * Listens for announcements of all app nodes on a connection of its own, and comes back after a break. A line that is
 * half open says nothing of its own accord, so the feed sends a heartbeat to itself and expects to hear it.
 */
export async function listenForChanges(
  connectionString: string,
  log: Log,
  { beatEveryMs = BEAT_EVERY_MS, patienceMs = PATIENCE_MS, onAnswering = () => {} }: FeedOptions = {},
): Promise<Changes> {
  const listeners = new Set<(tags: readonly Tag[] | null) => void>()
  /** Of this process alone, so that no other node is woken. */
  const beatChannel = `savepoint_beat_${randomUUID().replaceAll('-', '')}`
  let client: pg.Client | null = null
  let isClosed = false
  let next: NodeJS.Timeout | undefined
  let beats = 0
  let lastHeard = ''
  let failures = 0

  const tell = (tags: readonly Tag[] | null) => {
    for (const listener of listeners) listener(tags)
  }

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString,
      application_name: 'savepoint-changes',
      keepAlive: true,
      connectionTimeoutMillis: patienceMs,
    })
    opened.on('error', () => {})
    opened.on('notification', ({ channel, payload = '' }) => {
      if (channel === beatChannel) lastHeard = payload
      else if (opened === client) tell(unpackTags(payload))
    })
    try {
      await opened.connect()
      // A heartbeat is worth no write to the disk.
      const prepared = opened.query(`set synchronous_commit = off; listen ${CHANNEL}; listen ${beatChannel}`)
      if (!(await inTime(prepared.then(() => true)))) throw new Error('the database does not answer in time')
      if (isClosed) return cut(opened)
    } catch (error) {
      cut(opened)
      throw error
    }
    opened.on('end', () => lost(opened))
    client = opened
    failures = 0
    onAnswering(true)
    tell(null)
    next = setTimeout(() => void beat(opened), beatEveryMs)
  }

  async function beat(which: pg.Client): Promise<void> {
    beats += 1
    const mark = String(beats)
    const echo = which.query('select pg_notify($1, $2)', [beatChannel, mark]).then(
      () => lastHeard === mark,
      // A disk that is full takes no notification, but the line is alive, and nobody else's comes through either.
      (error: unknown) => databaseFailureOf(error) === 'full',
    )
    const isHeard = await inTime(echo)
    if (isClosed || which !== client) return
    if (isHeard) next = setTimeout(() => void beat(which), beatEveryMs)
    else {
      log.warn('the change feed has fallen silent, connecting anew')
      lost(which)
    }
  }

  /** False when it takes too long. */
  function inTime(work: Promise<boolean>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      // After a standstill of this process the answer may lie in the socket: it is read before the second step.
      const timer = setTimeout(() => setImmediate(() => resolve(false)), patienceMs)
      work.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  function lost(which: pg.Client): void {
    if (isClosed || client !== which) return
    client = null
    cut(which)
    tell(null)
    retry(0)
  }

  function retry(afterMs: number): void {
    clearTimeout(next)
    next = setTimeout(() => {
      connect().catch((error: unknown) => {
        if (isClosed) return
        if (failures % LOGGED_EVERY === 0) log.warn({ err: error }, 'the change feed is down, trying again')
        failures += 1
        onAnswering(hasAnswered(error))
        retry(RETRY_MS)
      })
    }, afterMs)
  }

  await connect()
  return {
    isLive: () => client !== null,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      isClosed = true
      clearTimeout(next)
      if (client) await inTime(client.end().then(() => true))
      if (client) cut(client)
    },
  }
}

/** Ends a connection without waiting for the other side. */
function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy: () => void } } }
  connection.stream.destroy()
}
