import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '../app-process.ts'
import { RESULTS } from '../places.ts'
import { commandOf, familyOf, memoryOf } from '../processes.ts'
import { atMost, figure, notMeasured, type Section } from '../report.ts'

const FIRST_SECONDS = 15
const LATER_SECONDS = 3
const IDLE_MEGABYTES = 400
const IDLE_MS = 10_000
const MEGABYTE = 1024 * 1024

/** An empty folder, then the same folder again, as an operator starts it. */
export async function startUpWorkload(): Promise<Section> {
  mkdirSync(RESULTS, { recursive: true })
  const dataDir = mkdtempSync(join(RESULTS, 'start-'))
  try {
    const first = await startOn(dataDir, IDLE_MS)
    const later = await startOn(dataDir, 0)
    const again = await startOn(dataDir, IDLE_MS)
    const laterSeconds = Math.max(later.seconds, again.seconds)
    const starts = [first, later, again]
    const idle = Math.max(...[first, again].map(({ app, database }) => app + database))
    return {
      title: 'Start and memory',
      method:
        'With the embedded PostgreSQL, the build already made; seconds from the start of the process to the first 200 of /api/health. Memory after 10 s without a request: resident set of the app, and of every PostgreSQL process its proportional set (PSS of /proc/<pid>/smaps_rollup), in which a shared buffer counts once and not once per process.',
      tables: [
        {
          head: ['start', 'seconds', 'app MB', 'PostgreSQL MB', 'PostgreSQL processes', 'together MB'],
          rows: ['first, empty folder', 'second (memory at once)', 'third'].map((name, at) => {
            const { seconds, app, database, processes } = starts[at] as Start
            return [name, ...[seconds, app, database, processes, app + database].map(figure)]
          }),
        },
      ],
      verdicts: [
        atMost('first start', FIRST_SECONDS, first.seconds, 's'),
        atMost('later start', LATER_SECONDS, laterSeconds, 's', 'the slower of two'),
        Number.isFinite(idle)
          ? atMost('memory when idle', IDLE_MEGABYTES, idle, 'MB', 'the more of two starts')
          : notMeasured('memory when idle', `≤ ${IDLE_MEGABYTES} MB`, 'this system has no /proc'),
      ],
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

interface Start {
  seconds: number
  /** Megabytes; NaN where the system does not tell. */
  app: number
  database: number
  processes: number
}

async function startOn(dataDir: string, idleMs: number): Promise<Start> {
  const app = await startApp({ DATA_DIR: dataDir })
  try {
    await sleep(idleMs)
    const own = memoryOf(app.pid)
    const database = familyOf(app.pid).filter((pid) => commandOf(pid) === 'postgres')
    const shares = database.map((pid) => memoryOf(pid)?.proportional ?? 0)
    return {
      seconds: app.startSeconds,
      app: (own?.resident ?? Number.NaN) / MEGABYTE,
      database: shares.reduce((sum, share) => sum + share, 0) / MEGABYTE,
      processes: database.length,
    }
  } finally {
    await app.stop()
  }
}
