import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '#db/db.ts'
import type { Log } from './log.ts'

const CHANNEL = 'savepoint_changes'

/** What a change is about: 'game:igdb_1942', 'games', 'member:<id>', 'feed' … */
export type Tag = string

/** PostgreSQL takes less than 8000 bytes at once. */
const MOST_BYTES = 7000

/**
 * Tells every app node that what these tags stand for has changed. Inside a transaction it is
 * delivered when the transaction commits, and not at all when it rolls back.
 */
export async function announce(db: Db, tags: readonly Tag[]): Promise<void> {
  const payloads: string[] = []
  for (const tag of new Set(tags)) {
    const last = payloads.at(-1)
    if (last === undefined || Buffer.byteLength(last) + Buffer.byteLength(tag) >= MOST_BYTES) payloads.push(tag)
    else payloads[payloads.length - 1] = `${last}\n${tag}`
  }
  if (payloads.length > 0)
    await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`.execute(db)
}

export interface Changes {
  /** False while the connection is down: whoever caches must not trust what it holds. */
  isLive: () => boolean
  /** `tags` is null after a gap in the connection: anything may have changed. */
  subscribe: (listener: (tags: readonly Tag[] | null) => void) => () => void
  close: () => Promise<void>
}

/** Listens for announcements of all app nodes on a connection of its own, and comes back after a break. */
export async function listenForChanges(connectionString: string, log: Log): Promise<Changes> {
  const listeners = new Set<(tags: readonly Tag[] | null) => void>()
  let client: pg.Client | null = null
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  const tell = (tags: readonly Tag[] | null) => {
    for (const listener of listeners) listener(tags)
  }

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString, application_name: 'savepoint-changes', keepAlive: true })
    next.on('notification', (message) => tell((message.payload ?? '').split('\n')))
    next.on('error', () => {})
    next.on('end', () => lost(next))
    await next.connect()
    await next.query(`listen ${CHANNEL}`)
    client = next
    tell(null)
  }

  function lost(which: pg.Client): void {
    if (isClosed || (client !== null && client !== which)) return
    client = null
    tell(null)
    clearTimeout(retry)
    retry = setTimeout(() => {
      connect().catch((error: unknown) => {
        log.warn({ err: error }, 'the change feed is down, trying again')
        lost(which)
      })
    }, 500)
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
      clearTimeout(retry)
      await client?.end()
    },
  }
}
