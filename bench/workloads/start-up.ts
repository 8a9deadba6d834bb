import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { joinEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts'
import { startApp } from '../app/app-process.ts'
import { commandOf, cpuSecondsOf, familyOf, memoryOf } from '../app/processes.ts'
import { RESULTS } from '../places.ts'
import { atMost, figure, notMeasured, type Section } from '../report/report.ts'

const FIRST_SECONDS = 15
const LATER_SECONDS = 3
const LATER_CPU_SECONDS = 1
const IDLE_MEGABYTES = 250
const IDLE_MS = 10_000
const REST_SECONDS = 300
const REST_APP_PERCENT = 0.5
const REST_LOG_MEGABYTES = 50
const DAY_SECONDS = 86_400
const MEGABYTE = 1024 * 1024

/** Measures a start in an empty folder, then in the same folder again, as an operator starts the app. */
export async function startUpWorkload(): Promise<Section> {
  mkdirSync(RESULTS, { recursive: true })
  const dataDir = mkdtempSync(join(RESULTS, 'start-'))
  try {
    const first = await startOn(dataDir, IDLE_MS)
    const later = await startOn(dataDir, 0)
    const again = await startOn(dataDir, IDLE_MS, REST_SECONDS)
    const rest = again.rest as Rest
    const laterSeconds = Math.max(later.seconds, again.seconds)
    const laterCpu = Math.max(later.cpuSeconds, again.cpuSeconds)
    const starts = [first, later, again]
    const idle = Math.max(...[first, again].map(({ app, database }) => app + database))
    return {
      title: 'Start and memory',
      method:
        'With the embedded PostgreSQL and an existing build: seconds from the start of the process to the first 200 of /api/health, and the CPU time of the app and PostgreSQL until then. Memory after 10 s without a request: the resident memory of the app plus the proportional set size of every PostgreSQL process (PSS of /proc/<pid>/smaps_rollup), which counts a shared buffer once and not once per process. Then, after a vacuum, 300 s at rest, without a request: commits of the database, its log (WAL) for a day at that rate, and the CPU time of the app and of PostgreSQL. The log has whole pages after a checkpoint, and that of the start comes just before, so a day has less than five minutes say.',
      tables: [
        {
          head: ['start', 'seconds', 'CPU seconds', 'app MB', 'PostgreSQL MB', 'PostgreSQL processes', 'together MB'],
          rows: ['first, empty folder', 'second (memory right after the start)', 'third'].map((name, at) => {
            const { seconds, cpuSeconds, app, database, processes } = starts[at] as Start
            return [name, ...[seconds, cpuSeconds, app, database, processes, app + database].map(figure)]
          }),
        },
        {
          head: ['at rest', 'commits per second', 'log MB a day', 'app % of a core', 'PostgreSQL % of a core'],
          rows: [
            ['third start', ...[rest.commits, rest.logMegabytes, rest.appPercent, rest.databasePercent].map(figure)],
          ],
        },
      ],
      verdicts: [
        atMost('first start', FIRST_SECONDS, first.seconds, 's', `${figure(first.cpuSeconds)} s of CPU`),
        atMost('later start', LATER_SECONDS, laterSeconds, 's', 'the slower of two'),
        Number.isFinite(laterCpu)
          ? atMost('CPU of a later start', LATER_CPU_SECONDS, laterCpu, 's', 'the larger of two')
          : notMeasured('CPU of a later start', `≤ ${LATER_CPU_SECONDS} s`, 'this system has no /proc'),
        Number.isFinite(idle)
          ? atMost('memory when idle', IDLE_MEGABYTES, idle, 'MB', 'the larger of two starts')
          : notMeasured('memory when idle', `≤ ${IDLE_MEGABYTES} MB`, 'this system has no /proc'),
        Number.isFinite(rest.appPercent)
          ? atMost('CPU of the app at rest', REST_APP_PERCENT, rest.appPercent, '% of a core')
          : notMeasured('CPU of the app at rest', `≤ ${REST_APP_PERCENT} %`, 'this system has no /proc'),
        atMost('log of the database at rest', REST_LOG_MEGABYTES, rest.logMegabytes, 'MB a day'),
      ],
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Start {
  seconds: number
  /**
   * CPU seconds of the app and PostgreSQL up to that moment, on all cores; NaN where the system does not report them.
   */
  cpuSeconds: number
  /** Megabytes; NaN where the system does not report them. */
  app: number
  database: number
  processes: number
  rest: Rest | null
}

interface Rest {
  /** In a second. */
  commits: number
  /** In a day. */
  logMegabytes: number
  /** NaN where the system does not report the CPU time. */
  appPercent: number
  databasePercent: number
}

async function startOn(dataDir: string, idleMs: number, restSeconds = 0): Promise<Start> {
  const app = await startApp({ DATA_DIR: dataDir })
  const cpuSeconds = cpuSecondsOf(familyOf(app.pid)) ?? Number.NaN
  try {
    await sleep(idleMs)
    const own = memoryOf(app.pid)
    const database = familyOf(app.pid).filter((pid) => commandOf(pid) === 'postgres')
    const shares = database.map((pid) => memoryOf(pid)?.proportional ?? 0)
    return {
      seconds: app.startSeconds,
      cpuSeconds,
      app: (own?.resident ?? Number.NaN) / MEGABYTE,
      database: shares.reduce((sum, share) => sum + share, 0) / MEGABYTE,
      processes: database.length,
      rest: restSeconds === 0 ? null : await restOf(app.pid, dataDir, restSeconds),
    }
  } finally {
    await app.stop()
  }
}

async function restOf(pid: number, dataDir: string, seconds: number): Promise<Rest> {
  const { connectionString, stop } = await joinEmbeddedPostgres({ dataDir, mustExist: true })
  const client = new pg.Client({ connectionString })
  await client.connect()
  // PostgreSQL analyses new tables once, some time after they were filled, and logs a megabyte for it.
  await client.query('vacuum analyze')
  const read = async () => {
    const { rows } = await client.query<{ commits: number; log: number }>(
      `select sum(xact_commit)::float as commits, (pg_current_wal_lsn() - '0/0')::float as log from pg_stat_database`,
    )
    const family = familyOf(pid).filter((member) => member !== pid)
    return {
      ...(rows[0] as { commits: number; log: number }),
      app: cpuSecondsOf([pid]) ?? Number.NaN,
      database: cpuSecondsOf(family) ?? Number.NaN,
    }
  }
  try {
    const before = await read()
    await sleep(seconds * 1000)
    const after = await read()
    return {
      commits: (after.commits - before.commits) / seconds,
      logMegabytes: ((after.log - before.log) / MEGABYTE / seconds) * DAY_SECONDS,
      appPercent: ((after.app - before.app) / seconds) * 100,
      databasePercent: ((after.database - before.database) / seconds) * 100,
    }
  } finally {
    await client.end()
    await stop()
  }
}
