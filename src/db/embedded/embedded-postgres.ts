import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { chooseAccount, mayUse } from './account.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, claimCluster, hasCluster, makeCluster, ROLE, writeAccessRules } from './cluster.ts'
import { lockDataFolder } from './data-folder-lock.ts'
import { DataFolderInUse, EmbeddedPostgresError, explainFileError, explainOutput, reasonOfExit } from './errors.ts'
import {
  canPassHandles,
  clearKilledServer,
  endPostgres,
  markOf,
  type PostgresProcess,
  spawnOnFolder,
  spawnWatchdog,
  stopOrphan,
} from './postgres-process.ts'
import { chooseSettings, serverArguments } from './settings.ts'
import { clearSocketFolder, closeSocketFolder, findSocketFolder, openSocketFolder, PORT } from './socket-folder.ts'
import { archiveSettings, recoverySettings } from './wal-archive.ts'

export { EmbeddedPostgresError } from './errors.ts'

const DATABASE = 'savepoint'
/** Each connection that a crash ends, or that comes too early after it, prints a line. */
const KEPT_LINES = 200
/** How long the start waits for remaining processes of a killed server (a backend in the middle of a query). */
const REMAINS_TIMEOUT_MS = 30_000
/** How long a command waits for an app that is just starting its database. */
const JOIN_TIMEOUT_MS = 10_000

export interface EmbeddedPostgresOptions {
  dataDir: string
  /** Throws if there is no database yet, instead of creating one. */
  mustExist?: boolean
  /** Receives PostgreSQL's output, line by line. */
  log?: (line: string) => void
  /** Where root keeps its copy of the programs, if not in /var/cache. Only for tests. */
  programsCache?: string
  /** False gives up safety against power failure for speed. Only for tests. */
  durable?: boolean
  /** The folder into which PostgreSQL copies its write-ahead log. */
  walArchive?: string | null
  /** Brings a copy of a cluster to a moment; null means the end of the archive. */
  recovery?: { archive: string; to: Date | null }
  /** PostgreSQL settings that add to ours or replace them. */
  settings?: Record<string, string>
}

export interface EmbeddedPostgres {
  /** `host` is the folder of the Unix socket. */
  connection: { host: string; port: number; user: string; database: string }
  /** The same as a URL that `pg` and libpq understand; its path is the database. */
  connectionString: string
  /** The process number of PostgreSQL's first process. */
  processId: number
  /** Stops the server, within about ten seconds. May be called again. */
  stop: () => Promise<void>
  /** Calls back, once, when the server ends without `stop`; at once when it already has. The reason is a phrase. */
  onExit: (listener: (reason: string) => void) => void
}

/**
 * Starts the bundled PostgreSQL on `dataDir`: creates the cluster on the first start, repairs what a killed process left
 * behind, and resolves when the database `savepoint` is usable.
 *
 * The folder belongs to this process alone until `stop`. The server does not outlive the app: when the app dies, it is
 * stopped.
 *
 * @throws EmbeddedPostgresError with a message for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir)
  try {
    return await startOnFolder(dataDir, options)
  } catch (error) {
    throw explainFileError(error, dataDir)
  }
}

/**
 * For a command beside the app: uses the database of the app that runs on the data folder, as the same operating system
 * user, or starts it for the duration of the command. `stop` stops the database only if this call has started it. With
 * `mustExist` it throws instead of creating a database.
 *
 * @throws EmbeddedPostgresError with a message for the operator.
 */
export async function joinEmbeddedPostgres({
  dataDir,
  mustExist = false,
}: {
  dataDir: string
  mustExist?: boolean
}): Promise<{ connectionString: string; stop: () => Promise<void> }> {
  try {
    return await startEmbeddedPostgres({ dataDir, mustExist })
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    const until = performance.now() + JOIN_TIMEOUT_MS
    for (;;) {
      const host = await findSocketFolder(resolve(dataDir))
      const connection = { host: host ?? '', port: PORT, user: ROLE, database: DATABASE }
      if (host !== null && (await tryQuery(connection)) === 'done')
        return { connectionString: connectionStringOf(connection), stop: async () => undefined }
      // The app may just be starting.
      if (performance.now() > until) throw error
      await sleep(200)
    }
  }
}

const connectionStringOf = ({ host, port, user, database }: EmbeddedPostgres['connection']) =>
  `postgresql:///${database}?host=${encodeURIComponent(host)}&port=${port}&user=${user}`

async function startOnFolder(dataDir: string, options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => undefined, durable = true, settings = {} } = options
  const folder = join(dataDir, 'postgres')
  // An app that is creating its database has the lock.
  if (options.mustExist && !existsSync(folder) && !existsSync(join(dataDir, 'savepoint.lock')))
    throw noDatabase(dataDir)
  const account = await chooseAccount(folder)
  await mkdir(dataDir, { recursive: true })
  const lock = await lockDataFolder(dataDir)
  try {
    const binaries = await findBinaries(dataDir, account, options.programsCache)
    const byHandle = !(await mayUse(dataDir, account, 1))
    if (byHandle && !(await canPassHandles())) {
      throw new EmbeddedPostgresError(
        `PostgreSQL runs as user id ${account.uid}, which may not reach ${dataDir}. Set DATA_DIR to a folder that every user may walk to.`,
      )
    }
    const cluster: Cluster = { folder, dataDir, account, byHandle }
    if (await hasCluster(folder, binaries.major)) await claimCluster(cluster)
    else if (options.mustExist) throw noDatabase(dataDir)
    else await makeCluster(cluster, binaries, durable)
    await stopOrphan(cluster, log)
    const socketFolder = await openSocketFolder(dataDir, account)
    await clearSocketFolder(socketFolder)
    const { wasKilled } = await clearKilledServer(cluster)
    await writeAccessRules(cluster)

    const mark = Object.fromEntries([await markOf(folder)])
    const archiving = options.walArchive ? await archiveSettings(options.walArchive, account) : {}
    const recovering = options.recovery ? recoverySettings(options.recovery.archive, options.recovery.to) : {}
    const chosen = { ...chooseSettings(binaries, durable), ...archiving, ...recovering, ...settings, ...mark }
    const args = serverArguments(chosen, socketFolder)
    const connection = { host: socketFolder, port: PORT, user: ROLE, database: DATABASE }
    const server = await startServer(binaries.postgres, args, cluster, connection, { log, wasKilled })
    return handleFor(server, connection, cluster, async () => {
      await closeSocketFolder(dataDir, socketFolder)
      lock.release()
    })
  } catch (error) {
    lock.release()
    throw error
  }
}

const noDatabase = (dataDir: string) =>
  new EmbeddedPostgresError(
    `There is no Savepoint data in ${dataDir}. Set DATA_DIR to the folder of the running app (a relative path starts at ${process.cwd()}), or DATABASE_URL to its database; nothing was created.`,
  )

interface Server extends PostgresProcess {
  lastLines: string[]
  stop: () => Promise<void>
}

async function startServer(
  program: string,
  args: string[],
  cluster: Cluster,
  connection: EmbeddedPostgres['connection'],
  { log, wasKilled }: { log: (line: string) => void; wasKilled: boolean },
): Promise<Server> {
  const until = performance.now() + (wasKilled ? REMAINS_TIMEOUT_MS : 0)
  for (;;) {
    const server = await launch(program, args, cluster, log)
    try {
      await untilUsable(server, connection, cluster, log)
      return server
    } catch (error) {
      const endedByItself = server.hasEnded()
      await server.stop()
      if (!endedByItself || performance.now() >= until) throw error
      log('Waiting for the remaining processes of a server that was killed')
      await sleep(250)
    }
  }
}

async function launch(program: string, args: string[], cluster: Cluster, log: (line: string) => void): Promise<Server> {
  const lastLines: string[] = []
  const postgres = await spawnOnFolder(program, args, cluster, (line) => {
    lastLines.push(line)
    if (lastLines.length > KEPT_LINES) lastLines.shift()
    log(line)
  })
  const watchdog = spawnWatchdog(postgres.pid, cluster.folder)
  return {
    ...postgres,
    lastLines,
    stop: async () => {
      await endPostgres(postgres.pid, () => !postgres.hasEnded())
      await postgres.ended
      watchdog.kill('SIGKILL')
    },
  }
}

/** Waits until the database responds, as long as the server lives: recovery after a crash may take any time. */
async function untilUsable(
  server: Server,
  connection: EmbeddedPostgres['connection'],
  { dataDir }: Cluster,
  log: (line: string) => void,
): Promise<void> {
  let nextWord = performance.now() + 5_000
  for (let pauseMs = 10; ; pauseMs = Math.min(pauseMs * 1.3, 200)) {
    if (server.hasEnded()) {
      await server.ended
      throw explainOutput('The database does not start', server.lastLines, dataDir)
    }
    const answer = await tryQuery(connection)
    if (answer === 'done') return
    if (answer === 'no database') await makeDatabase(connection)
    else await sleep(pauseMs)
    if (performance.now() > nextWord) {
      log('Waiting for the database, which is putting itself right after it was not stopped properly')
      nextWord += 5_000
    }
  }
}

async function tryQuery(connection: EmbeddedPostgres['connection']): Promise<'done' | 'no database' | 'not yet'> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  // The process, not this connection, shows that a server goes down again.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return 'done'
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? error.code : undefined
    if (code === '3D000') return 'no database'
    // It is starting or stopping, or there is no socket yet.
    if (code === undefined || code.startsWith('57P')) return 'not yet'
    throw new EmbeddedPostgresError(
      `The database refuses Savepoint: ${error instanceof Error ? error.message : String(error)} (${code}).`,
    )
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function makeDatabase(connection: EmbeddedPostgres['connection']): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

function handleFor(
  server: Server,
  connection: EmbeddedPostgres['connection'],
  { dataDir }: Cluster,
  cleanUp: () => Promise<void>,
): EmbeddedPostgres {
  const listeners: ((reason: string) => void)[] = []
  let stopped: Promise<void> | undefined
  let lost: string | undefined
  void server.ended.then(({ code, signal }) => {
    if (stopped) return
    // A killed server has no last line.
    lost = signal ? `killed by ${signal}` : reasonOfExit(code, server.lastLines, dataDir)
    for (const listener of listeners.splice(0)) listener(lost)
  })
  return {
    connection,
    connectionString: connectionStringOf(connection),
    processId: server.pid,
    stop: () => {
      stopped ??= server.stop().finally(cleanUp)
      return stopped
    },
    onExit: (listener) => {
      if (lost === undefined) listeners.push(listener)
      else listener(lost)
    },
  }
}
