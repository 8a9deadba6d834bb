import { mkdtempSync } from 'node:fs'
import { cp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../src/db/migrate.ts'

/** A primary and a streaming replica of it, as two clusters of the embedded PostgreSQL. */
export interface ReplicaWorld {
  primaryUrl: string
  primaryPid: number
  folder: string
  /** Its address stays the same when it is stopped and started. */
  replicaUrl: string
  onReplica: (statement: string) => Promise<Record<string, unknown>[]>
  onPrimary: (statement: string) => Promise<Record<string, unknown>[]>
  stopReplica: () => Promise<void>
  startReplica: () => Promise<void>
  /** Resolves when the replica has replayed all that the primary has written. */
  caughtUp: () => Promise<void>
  close: () => Promise<void>
}

const SETTINGS = { max_connections: '60', wal_level: 'replica', max_wal_senders: '4', hot_standby: 'on' }

/** Creates both, with the newest schema. The embedded PostgreSQL has no pg_basebackup: the replica begins as a copy of the stopped primary. */
export async function openReplicaWorld(): Promise<ReplicaWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-replica-'))
  const [atPrimary, atReplica] = [join(folder, 'primary'), join(folder, 'replica')]
  const start = (dataDir: string) => startEmbeddedPostgres({ dataDir, durable: false, settings: SETTINGS })
  const first = await start(atPrimary)
  await migrate(first.connectionString)
  await first.stop()
  await mkdir(atReplica, { recursive: true })
  await cp(join(atPrimary, 'postgres'), join(atReplica, 'postgres'), { recursive: true, preserveTimestamps: true })
  const primary = await start(atPrimary)
  // The embedded database lets nobody replicate.
  const cluster = join(atPrimary, 'postgres')
  await writeFile(join(cluster, 'pg_hba.conf'), 'local all all trust\nlocal replication all trust\n')
  const onPrimary = (statement: string) => query(primary.connectionString, statement)
  await onPrimary('select pg_reload_conf()')
  const { host, port, user } = primary.connection
  await writeFile(
    join(atReplica, 'postgres/postgresql.auto.conf'),
    `primary_conninfo = 'host=''${host}'' port=${port} user=${user}'\n`,
  )
  await writeFile(join(atReplica, 'postgres/standby.signal'), '')
  let replica: EmbeddedPostgres = await start(atReplica)
  const onReplica = (statement: string) => query(replica.connectionString, statement)
  return {
    primaryUrl: primary.connectionString,
    primaryPid: primary.processId,
    folder,
    replicaUrl: replica.connectionString,
    onPrimary,
    onReplica,
    stopReplica: () => replica.stop(),
    async startReplica() {
      const { host } = replica.connection
      replica = await start(atReplica)
      // A short temporary folder for the socket has another name at each start.
      if (replica.connection.host !== host) await symlink(replica.connection.host, host)
    },
    async caughtUp() {
      const [row] = await onPrimary('select pg_current_wal_lsn()::text as lsn')
      for (;;) {
        const [found] = await onReplica(`select pg_last_wal_replay_lsn() >= '${row?.lsn}' as is_there`)
        if (found?.is_there) return
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    async close() {
      await replica.stop()
      await primary.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function query(connectionString: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
