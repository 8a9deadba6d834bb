import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Visitor } from '../app/visitor.ts'
import { pacedOverHttp } from '../load/paced-http.ts'
import { PAUSE_MS, READERS_AT_ONCE } from '../load/paced-readers.ts'
import { watchHealth } from '../load/slowest-health.ts'
import { startUploads } from '../load/upload-senders.ts'
import { atMost, figure, type Section } from '../report/report.ts'
import { ABOVE_IDLE_MEGABYTES, type ImportsApp, withImportsApp } from './imports-app.ts'

const MEGABYTE = 1024 * 1024
const FILE_MEGABYTES = 48
const COLUMNS = 1000
const AT_ONCE = 10
const READING_SECONDS = 20
const MAX_TIMES = 1.5
const MAX_HEALTH_MS = 500
const MEMORY_EVERY_MS = 200

/** What each reader asks for. */
const READS = ['/api/games?page=1', '/api/games?page=2', '/api/games?page=3', '/api/health']

interface Outcome {
  name: string
  p99: number
  /** The longest answer of /api/health, in milliseconds. */
  health: number
  /** The largest resident memory of the app. */
  megabytes: number
  answers: string
}

/**
 * Measures what readers wait, how long /api/health takes and how much memory the app has while ten files of 48 MB and 1,000 columns are
 * uploaded at once, by one member and by ten, again and again; and before and after that without uploads.
 */
export async function uploadsWorkload(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-uploads-'))
  try {
    const file = join(folder, 'games.csv')
    writeFileSync(file, wideTable())
    return await withImportsApp((opened) => measure(opened, file))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function measure({ app, visitors, memory, idle }: ImportsApp, file: string): Promise<Section> {
  const [first] = visitors as [Visitor]
  const measured = async (name: string, uploaders: readonly Visitor[]): Promise<Outcome> => {
    const senders = await Promise.all(
      // The token may come with a cookie.
      uploaders.map(async (visitor) => ({ token: await visitor.token(), cookie: visitor.cookie() })),
    )
    const endUploads = startUploads({ port: app.port, file, senders })
    const slowestHealth = watchHealth(app.origin)
    let isDone = false
    const watching = largest(memory, () => isDone)
    const { p99 } = await pacedOverHttp({
      ...{ port: app.port, seconds: READING_SECONDS, pauseMs: PAUSE_MS },
      requests: READS.map((path) => ({ path, headers: {} })),
    })
    const health = await slowestHealth()
    // The last uploads still have memory.
    const counts = await endUploads().finally(() => {
      isDone = true
    })
    const megabytes = await watching
    const answers = [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
    return { name, p99, health, megabytes, answers }
  }
  const outcomes = [
    await measured('no uploads', []),
    await measured(
      `${AT_ONCE} of one member`,
      Array.from({ length: AT_ONCE }, () => first),
    ),
    await measured(`${AT_ONCE} of ten members`, visitors.slice(0, AT_ONCE)),
    await measured('no uploads', []),
  ]
  const [before, one, ten, after] = outcomes as [Outcome, Outcome, Outcome, Outcome]
  const quiet = Math.max(before.p99, after.p99)
  return {
    title: 'Uploads',
    method: `Ten files of ${FILE_MEGABYTES} MB and ${COLUMNS} columns are uploaded at once, again and again, by one member and by ten, each on a line of 100 Mbit/s, beside ${READERS_AT_ONCE} readers. Resident memory of the app, every ${MEMORY_EVERY_MS} ms; before that ${figure(idle)} MB when nobody used it.`,
    tables: [
      {
        head: [
          `uploads of ${FILE_MEGABYTES} MB`,
          'p99 ms of readers',
          'health, at most ms',
          'above idle MB',
          'answers',
        ],
        rows: outcomes.map(({ name, p99, health, megabytes, answers }) => [
          name,
          ...[p99, health, megabytes - idle].map(figure),
          answers,
        ]),
      },
    ],
    verdicts: [one, ten].flatMap(({ name, p99, health, megabytes }) => [
      atMost(`p99 of ${READERS_AT_ONCE} readers beside ${name}, against without`, MAX_TIMES, p99 / quiet, 'times'),
      atMost(`health beside ${name}`, MAX_HEALTH_MS, health, 'ms'),
      atMost(`memory of ${name} above idle`, ABOVE_IDLE_MEGABYTES, megabytes - idle, 'MB'),
    ]),
  }
}

async function largest(memory: () => number, isOver: () => boolean): Promise<number> {
  let megabytes = 0
  while (!isOver()) {
    megabytes = Math.max(megabytes, memory())
    await sleep(MEMORY_EVERY_MS)
  }
  return megabytes
}

/** A table that no tracker is known for, with as many columns as a table may have. */
function wideTable(): string {
  const lines = [Array.from({ length: COLUMNS }, (_, at) => (at === 0 ? 'Name' : `Column ${at}`)).join(',')]
  let bytes = 0
  for (let n = 0; bytes < FILE_MEGABYTES * MEGABYTE; n += 1) {
    const line = Array.from({ length: COLUMNS }, (_, at) =>
      at === 0 ? `Herd ${n}` : `20${10 + (at % 9)}-01-0${1 + (n % 9)}`,
    )
    lines.push(line.join(','))
    bytes += (lines.at(-1)?.length ?? 0) + 1
  }
  return lines.join('\n')
}
