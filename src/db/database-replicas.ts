import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { createGuardedPool, type Deadlines } from './pool.ts'
import { type ReadingScope, readingClient } from './reading.ts'
import { openReplicas, type ReplicaSettings, type Replicas } from './replicas.ts'
import type { Client } from './shared-connection.ts'

/** The streaming replicas of the database, to which reads may go (decision 0114). */
export interface DatabaseReplicas extends Pick<Replicas, 'heard' | 'heardOf' | 'wrote' | 'states'> {
  /** Runs the work of a request that reads: what it reads comes from a replica that has replayed all that this node has heard of. */
  reading: <T>(work: () => Promise<T>) => Promise<T>
  /** How many statements of such work went where. */
  reads: () => Readonly<Record<'primary' | 'replica', number>>
}

interface OpenedReplicas extends DatabaseReplicas {
  /** Returns what stands for a connection of the work that reads; null outside such work. */
  connection: (connectToPrimary: () => Promise<pg.PoolClient>) => Promise<Client> | null
  close: () => Promise<void>
}

/** Opens the pools of the replicas, with the options of the pools of the primary. */
export function openDatabaseReplicas(options: {
  settings: ReplicaSettings
  primary: Omit<Parameters<typeof createGuardedPool>[0], 'applicationName' | 'size' | 'idleMs' | 'deadlines'>
  poolSize: number
  deadlines: Deadlines | null
  onConnect: ((client: pg.PoolClient) => void) | null
}): OpenedReplicas {
  const { settings, primary, poolSize, deadlines, onConnect } = options
  const replicas = openReplicas({
    settings,
    poolSize,
    onError: primary.onError,
    openPool({ url, ...given }) {
      const common = { ...primary, idleMs: 60_000, deadlines, ...given }
      if (url === undefined) return createGuardedPool(common)
      // What a replica refuses or loses, the primary runs again, and the watch says that it is left out.
      const quiet = { onError: () => {}, onQueryError: () => {}, isAway: () => false }
      const guarded = createGuardedPool({
        ...common,
        ...quiet,
        connectionString: url,
        hasSessions: true,
        isReadOnly: true,
      })
      if (onConnect) guarded.pool.on('connect', onConnect)
      return guarded
    },
  })
  const scopes = new AsyncLocalStorage<ReadingScope>()
  const reads = { primary: 0, replica: 0 }
  const writes = new Set<string>()
  const { heard } = replicas
  const onRead = (target: keyof typeof reads) => {
    reads[target] += 1
  }
  return {
    ...replicas,
    reading: (work) => scopes.run({ replica: replicas.choose() }, work),
    reads: () => reads,
    connection(connectToPrimary) {
      const scope = scopes.getStore()
      if (!scope) return null
      return Promise.resolve(readingClient(scope, { connectToPrimary, writes, onRead, onWrite: heard }))
    },
  }
}
