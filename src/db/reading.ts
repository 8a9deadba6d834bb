import type pg from 'pg'
import { hasReplicaFailed, isRefusedWrite, type Replica } from './replicas.ts'
import type { Client } from './shared-connection.ts'

/** The reads of a request, which go to one replica until the request writes or the replica is no longer fresh. */
export interface ReadingScope {
  /** Null once the reads go to the primary: then all later reads do, so that none returns an older state. */
  replica: Replica | null
}

export interface ReadingDeps {
  connectToPrimary: () => Promise<pg.PoolClient>
  /** Statements that a replica has refused as writes. */
  writes: Set<string>
  onRead: (target: 'primary' | 'replica') => void
  /** The request has written, or may have. */
  onWrite: () => void
}

/** Transactions belong to the primary: nearly all of them write. */
const WRITES = /^\s*(begin|start|insert|update|delete|merge)\b/i
/** More would only fill the memory. */
const MAX_WRITES = 500

type Query = (text: string, values?: unknown[]) => Promise<pg.QueryResult>

/**
 * Returns what stands for a connection of a request that reads. Each statement goes to the replica of the request if that is fresh
 * when it is sent, and otherwise to the primary. A statement that a replica refuses or loses has changed nothing, so the primary
 * runs it again.
 */
export function readingClient(scope: ReadingScope, deps: ReadingDeps): Client {
  let onReplica: Promise<pg.PoolClient> | null = null
  let onPrimary: Promise<pg.PoolClient> | null = null
  let hasWritten = false

  async function query(text: string, values?: unknown[]): Promise<pg.QueryResult> {
    const isWrite = WRITES.test(text) || deps.writes.has(text)
    if (isWrite) leaveForWrite()
    const { replica } = scope
    if (replica?.isFresh()) {
      try {
        onReplica ??= replica.connect()
        const client = await onReplica
        // It may have waited for the connection.
        if (replica.isFresh() && scope.replica === replica) {
          const result = await (client.query as Query)(text, values)
          deps.onRead('replica')
          return result
        }
      } catch (error) {
        if (isRefusedWrite(error)) {
          if (deps.writes.size >= MAX_WRITES) deps.writes.clear()
          deps.writes.add(text)
          leaveForWrite()
        } else if (hasReplicaFailed(error)) replica.failed(error)
        else throw error
      }
    }
    scope.replica = null
    onPrimary ??= deps.connectToPrimary()
    const client = await onPrimary
    if (!hasWritten) deps.onRead('primary')
    return (client.query as Query)(text, values)
  }

  function leaveForWrite(): void {
    hasWritten = true
    scope.replica = null
  }

  return {
    query: query as Client['query'],
    release(error) {
      // A connection that was never made is nothing to release.
      for (const opened of [onReplica, onPrimary])
        opened?.then(
          (client) => client.release(error),
          () => {},
        )
      if (hasWritten) deps.onWrite()
    },
  }
}
