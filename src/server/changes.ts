import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { compiledOnce } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { databaseFailureOf, hasAnswered, throwNamed } from '#db/failures.ts'
import type { Log } from './log.ts'
import { packTags, type Tag, unpackTags } from './tags.ts'

const CHANNEL = 'savepoint_changes'

/** PostgreSQL accepts less than 8000 bytes per notification. */
const MAX_BYTES = 7000

type Listener = (tags: readonly Tag[] | null) => void

/** The tags that the running write of a request has announced. */
const announced = new AsyncLocalStorage<Set<Tag>>()

/**
 * Announces to every node that the data behind these tags has changed. In a transaction the announcement is delivered
 * when the transaction commits, and never if it rolls back.
 */
export async function announce(db: Db, tags: readonly Tag[]): Promise<void> {
  const payloads = packTags(tags, MAX_BYTES)
  if (payloads.length === 0) return
  for (const tag of tags) announced.getStore()?.add(tag)
  await notifications.send(db, { payloads })
}

const notifications = compiledOnce<{ payloads: string[] }>(
  (value) => sql`select pg_notify(${CHANNEL}, payload) from unnest(${value('payloads')}::text[]) as payload`,
)

export interface Changes {
  /** False while the connection is down: caches must not trust their content then. */
  isLive: () => boolean
  /** `tags` is null after a gap in the connection: anything may have changed. */
  subscribe: (listener: Listener) => () => void
  close: () => Promise<void>
}

/** The change feed with its connection, on which others of this process may listen, too. */
export interface ChangeFeed extends Changes {
  /**
   * Calls `onMessage` with each message of a channel, and `onGap` after the connection has begun again, when messages may be
   * missing. Returns a function that ends it.
   */
  listen: (channel: string, onMessage: (message: string) => void, onGap: () => void) => Promise<() => void>
}

/** The change feed for the caches of a node. They hear a write of their own node before it has a response. */
export interface CacheChanges extends Changes {
  /**
   * Runs the write of a request, and then tells the listeners what it has announced. They hear it from the feed as
   * well, but a member who reads again at once could be faster than the feed. After a rollback they drop a few values
   * for nothing.
   */
  hearing: <T>(write: () => Promise<T>) => Promise<T>
}

export function forCaches(changes: Changes): CacheChanges {
  const listeners = new Set<Listener>()
  return {
    ...changes,
    subscribe(listener) {
      listeners.add(listener)
      const unsubscribe = changes.subscribe(listener)
      return () => {
        listeners.delete(listener)
        unsubscribe()
      }
    },
    async hearing(write) {
      const tags = new Set<Tag>()
      try {
        return await announced.run(tags, write)
      } finally {
        if (tags.size > 0) for (const listener of listeners) listener([...tags])
      }
    },
  }
}

export interface FeedOptions {
  /** The pause between two heartbeats. */
  beatEveryMs?: number
  /** The timeout of a heartbeat and of an attempt to connect. */
  timeoutMs?: number
  /**
   * Called with false when the database does not respond to an attempt to connect, and with true when it responds
   * again.
   */
  onAnswering?: (isAnswering: boolean) => void
}

/** Together less than five seconds, within which a silent feed must be noticed. */
const BEAT_EVERY_MS = 1_500
const TIMEOUT_MS = 3_000
const RETRY_MS = 500
const LOGGED_EVERY = 20

/**
 * Listens for announcements of all nodes on its own connection, and reconnects after a failure. A half-open connection
 * reports no error, so the feed sends heartbeats to itself and expects to receive them.
 */
export async function listenForChanges(
  connectionString: string,
  log: Log,
  { beatEveryMs = BEAT_EVERY_MS, timeoutMs = TIMEOUT_MS, onAnswering = () => {} }: FeedOptions = {},
): Promise<ChangeFeed> {
  const listeners = new Set<Listener>()
  const channels = new Map<string, { onMessage: (message: string) => void; onGap: () => void }>()
  /** Only this process listens on this channel, so a heartbeat wakes no other node. */
  const beatChannel = `savepoint_beat_${randomUUID().replaceAll('-', '')}`
  let client: pg.Client | null = null
  let isClosed = false
  let next: NodeJS.Timeout | undefined
  let beats = 0
  let lastReceived = ''
  let failures = 0

  const notifyListeners = (tags: readonly Tag[] | null) => {
    for (const listener of listeners) listener(tags)
  }

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString,
      application_name: 'savepoint-changes',
      keepAlive: true,
      connectionTimeoutMillis: timeoutMs,
    })
    opened.on('error', () => {})
    opened.on('notification', ({ channel, payload = '' }) => {
      if (channel === beatChannel) lastReceived = payload
      else if (opened !== client) return
      else if (channel === CHANNEL) notifyListeners(unpackTags(payload))
      else channels.get(channel)?.onMessage(payload)
    })
    try {
      await opened.connect().catch(throwNamed)
      // Heartbeats need no flush to the disk.
      const listens = [CHANNEL, beatChannel, ...channels.keys()].map((channel) => `listen ${channel}`)
      const prepared = opened.query(`set synchronous_commit = off; ${listens.join('; ')}`)
      if (!(await inTime(prepared.then(() => true, throwNamed))))
        throw new Error('the database does not respond in time')
      if (isClosed) return cut(opened)
    } catch (error) {
      cut(opened)
      throw error
    }
    opened.on('end', () => lost(opened))
    client = opened
    failures = 0
    onAnswering(true)
    notifyListeners(null)
    for (const { onGap } of channels.values()) onGap()
    next = setTimeout(() => void beat(opened), beatEveryMs)
  }

  async function beat(which: pg.Client): Promise<void> {
    beats += 1
    const mark = String(beats)
    const echo = which.query('select pg_notify($1, $2)', [beatChannel, mark]).then(
      () => lastReceived === mark,
      // On a full disk PostgreSQL accepts no notification. The connection still works, and no other node can announce
      // anything either.
      (error: unknown) => databaseFailureOf(error) === 'full',
    )
    const isReceived = await inTime(echo)
    if (isClosed || which !== client) return
    if (isReceived) next = setTimeout(() => void beat(which), beatEveryMs)
    else {
      // What keeps it from reconnecting is a line of its own.
      log.debug('no heartbeat from the change feed, reconnecting')
      lost(which)
    }
  }

  /** Resolves to false after the timeout. */
  function inTime(work: Promise<boolean>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      // If this process was stalled, the response may already be in the socket; it is read before `setImmediate` runs.
      const timer = setTimeout(() => setImmediate(() => resolve(false)), timeoutMs)
      work.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  function lost(which: pg.Client): void {
    if (isClosed || client !== which) return
    client = null
    cut(which)
    notifyListeners(null)
    retry(0)
  }

  function retry(afterMs: number): void {
    clearTimeout(next)
    next = setTimeout(() => {
      connect().catch((error: unknown) => {
        if (isClosed) return
        if (failures % LOGGED_EVERY === 0) log.warn({ err: error }, 'the change feed is down, will reconnect')
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
    async listen(channel, onMessage, onGap) {
      channels.set(channel, { onMessage, onGap })
      // Without a connection the next one listens.
      await client?.query(`listen ${channel}`)
      return () => channels.delete(channel)
    },
    async close() {
      isClosed = true
      clearTimeout(next)
      if (client) await inTime(client.end().then(() => true))
      if (client) cut(client)
    },
  }
}

/** Closes a connection without waiting for the server. */
function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection: { stream: { destroy: () => void } } }
  connection.stream.destroy()
}
