import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Backups } from './backups.ts'
import type { Clock } from './clock.ts'

export interface Metrics {
  answered: (route: string, method: string, status: number, seconds: number) => void
  read: () => Promise<{ type: string; text: string }>
}

/** Prometheus metrics of this process. Created only when METRICS is on. */
export function createMetrics(sources: {
  pageCache: () => { pages: number; bytes: number }
  pool: () => { total: number; idle: number; waiting: number }
  streams: () => number
  /** Set if the server makes nightly backups. */
  backup?: Pick<Backups, 'latest'> & { clock: Clock }
  isFeedLive: () => boolean
  isDatabaseAnswering: () => boolean
  storageFailures: () => number
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
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
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
  new Counter({
    name: 'savepoint_storage_full_total',
    help: 'Writes that failed because a disk was full',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(sources.storageFailures())
    },
  })
  return {
    answered(route, method, status, time) {
      seconds.observe({ route, method }, time)
      answers.inc({ status: String(status) })
    },
    read: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  }
}
