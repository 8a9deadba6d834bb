import { statfs } from 'node:fs/promises'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { APP_COMMIT, APP_VERSION } from '#db/app-version.ts'
import type { DatabaseReplicas } from '#db/database-replicas.ts'
import type { Backups } from './backups.ts'
import type { Clock } from './clock.ts'
import { finishWithin } from './finish-within.ts'
import type { HealthStates } from './health.ts'
import type { Queue } from './jobs.ts'
import type { PageCache } from './page-cache.ts'

export interface Metrics {
  answered: (route: string, method: string, status: number, seconds: number) => void
  read: () => Promise<{ type: string; text: string }>
}

/** The time of statements. The server observes it with METRICS on: the database is open before the metrics are. */
export const STATEMENT_SECONDS = new Histogram({
  name: 'savepoint_statement_seconds',
  help: 'Time of statements of the database, with the wait for a connection, in seconds',
  buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 5],
  registers: [],
})

/** Prometheus metrics of this process. Created only when METRICS is on. */
export function createMetrics(sources: {
  pageCache: PageCache['size']
  pool: () => { total: number; idle: number; waiting: number }
  streams: () => number
  /** Set if the server makes nightly backups. */
  backup?: Pick<Backups, 'latest'> & { clock: Clock }
  /** How many bytes of the log wait for WAL_ARCHIVE_DIR; null without it. */
  archive: (() => Promise<number>) | null
  isFeedLive: () => boolean
  isDatabaseAnswering: () => boolean
  storageFailures: () => number
  replicas: Pick<DatabaseReplicas, 'states' | 'reads'> | null
  queue: Pick<Queue, 'listStates'>
  sources: HealthStates['sources']
  /** The folders whose disks are watched, by a name. */
  folders: Readonly<Record<string, string>>
}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'savepoint_request_seconds',
    help: 'Time from receiving a request to sending its response, in seconds',
    labelNames: ['route', 'method'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  const answers = new Counter({
    name: 'savepoint_answers_total',
    help: 'Responses by HTTP status',
    labelNames: ['status'],
    registers: [registry],
  })
  const writes = new Counter({
    name: 'savepoint_writes_total',
    help: 'Calls that change something, by address and HTTP status; sign-ups and refused sign-ins are among them',
    labelNames: ['route', 'method', 'status'],
    registers: [registry],
  })
  registry.registerMetric(STATEMENT_SECONDS)
  watchDisks(registry, sources.folders)
  watchArchive(registry, sources.archive)
  watchJobs(registry, sources.queue)
  watchSources(registry, sources.sources)
  if (sources.replicas) watchReplicas(registry, sources.replicas)
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  new Gauge({
    name: 'savepoint_info',
    help: 'Always 1; the labels are the version and the commit of this node',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version: APP_VERSION, commit: APP_COMMIT ?? '' }, 1)
  gauge('savepoint_page_cache_pages', 'Pages in the page cache', () => sources.pageCache().pages)
  gauge('savepoint_page_cache_bytes', 'Bytes in the page cache', () => sources.pageCache().bytes)
  gauge('savepoint_database_connections', 'Open database connections', () => sources.pool().total)
  gauge('savepoint_database_waiting', 'Queries waiting for a database connection', () => sources.pool().waiting)
  gauge('savepoint_streams', 'Open realtime streams', sources.streams)
  const { backup } = sources
  if (backup)
    gauge('savepoint_backup_age_seconds', 'Seconds since the latest backup started; +Inf without a backup', () => {
      const latest = backup.latest()
      return latest === null ? Number.POSITIVE_INFINITY : (backup.clock().getTime() - latest.getTime()) / 1000
    })
  gauge('savepoint_change_feed_live', '1 while the change feed is connected, otherwise 0', () =>
    Number(sources.isFeedLive()),
  )
  gauge('savepoint_database_answering', '0 while the database does not answer, otherwise 1', () =>
    Number(sources.isDatabaseAnswering()),
  )
  const count = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  count('savepoint_storage_full_total', 'Writes that failed because a disk was full', sources.storageFailures)
  count('savepoint_page_cache_hits_total', 'Pages that came from the page cache', () => sources.pageCache().hits)
  count('savepoint_page_cache_misses_total', 'Pages for visitors that were rendered', () => sources.pageCache().misses)
  return {
    answered(route, method, status, time) {
      seconds.observe({ route, method }, time)
      answers.inc({ status: String(status) })
      if (method !== 'GET') writes.inc({ route, method, status: String(status) })
    },
    read: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  }
}

/** Nothing that metrics read may hold them up: a database or a network folder that is away leaves its metrics out. */
const READ_MS = 2_000

function watchDisks(registry: Registry, folders: Readonly<Record<string, string>>): void {
  const read = async (folder: string) => {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  }
  new Gauge({
    name: 'savepoint_disk_free_bytes',
    help: 'Room on the disk of a folder: data is DATA_DIR, backups is BACKUP_DIR',
    labelNames: ['folder'],
    registers: [registry],
    async collect() {
      this.reset()
      const set = async ([name, folder]: [string, string]) => this.set({ folder: name }, await read(folder))
      await finishWithin(READ_MS, Promise.allSettled(Object.entries(folders).map(set)))
    },
  })
}

function watchArchive(registry: Registry, archive: (() => Promise<number>) | null): void {
  new Gauge({
    name: 'savepoint_archive_waiting_bytes',
    help: 'How much of the write-ahead log waits in DATA_DIR for WAL_ARCHIVE_DIR',
    registers: [registry],
    async collect() {
      this.remove()
      if (archive)
        await finishWithin(
          READ_MS,
          archive().then((bytes) => this.set(bytes)),
        )
    },
  })
}

function watchReplicas(registry: Registry, replicas: Pick<DatabaseReplicas, 'states' | 'reads'>): void {
  new Gauge({
    name: 'savepoint_replica_lag_seconds',
    help: 'How far a replica is behind the primary, in seconds; +Inf while it does not answer',
    labelNames: ['replica'],
    registers: [registry],
    collect() {
      for (const { address, lagMs } of replicas.states())
        this.set({ replica: address }, lagMs === null ? Number.POSITIVE_INFINITY : lagMs / 1000)
    },
  })
  new Gauge({
    name: 'savepoint_replica_used',
    help: '1 while reads may go to the replica, 0 while it is left out',
    labelNames: ['replica'],
    registers: [registry],
    collect() {
      for (const { address, isUsed } of replicas.states()) this.set({ replica: address }, Number(isUsed))
    },
  })
  new Counter({
    name: 'savepoint_reads_total',
    help: 'Statements of requests that read, by target: primary or replica',
    labelNames: ['target'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [target, count] of Object.entries(replicas.reads())) this.inc({ target }, count)
    },
  })
}

function watchJobs(registry: Registry, queue: Pick<Queue, 'listStates'>): void {
  new Gauge({
    name: 'savepoint_jobs',
    help: 'Pieces of work in the queue, by job (task) and state: waiting, running, or failed for good within two days',
    labelNames: ['task', 'state'],
    registers: [registry],
    async collect() {
      this.reset()
      const read = async () => {
        // The library has a queue of its own for its schedules.
        const own = (await queue.listStates()).filter(({ name }) => !name.startsWith('__'))
        for (const { name, ...states } of own)
          for (const state of ['waiting', 'running', 'failed'] as const) this.set({ task: name, state }, states[state])
      }
      await finishWithin(READ_MS, read())
    },
  })
}

function watchSources(registry: Registry, sources: HealthStates['sources']): void {
  const count = (name: string, help: string, field: 'asked' | 'failed') =>
    new Counter({
      name,
      help,
      labelNames: ['source'],
      registers: [registry],
      collect() {
        this.reset()
        for (const source of sources()) this.inc({ source: source.name }, source[field])
      },
    })
  count('savepoint_source_queries_total', 'Queries to a source', 'asked')
  count('savepoint_source_failures_total', 'Failed queries to a source', 'failed')
  new Gauge({
    name: 'savepoint_source_paused',
    help: '1 while the app pauses a source, otherwise 0',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      for (const { name, isPaused } of sources()) this.set({ source: name }, Number(isPaused))
    },
  })
}
