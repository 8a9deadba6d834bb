import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AppProcess, startApp } from '../app/app-process.ts'
import { memoryOf } from '../app/processes.ts'
import { createVisitor, signUpReader, type Visitor } from '../app/visitor.ts'
import { openPostgres } from '../database/postgres.ts'
import { RESULTS } from '../places.ts'

/** How much memory uploads and imports may take. */
export const ABOVE_IDLE_MEGABYTES = 150

const UPLOADERS = 10
const IDLE_MS = 10_000
const MEGABYTE = 1024 * 1024

/** An app that nobody has used yet, with a database of its own. */
export interface ImportsApp {
  app: AppProcess
  connectionString: string
  /** Ten members. */
  visitors: readonly Visitor[]
  /** Returns the resident memory of the app in MB. NaN on a system without /proc. */
  memory: () => number
  /** Its memory after ten seconds without a request. */
  idle: number
}

/** Runs a workload with an app of its own, and removes its data. */
export async function withImportsApp<T>(
  work: (opened: ImportsApp) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  mkdirSync(RESULTS, { recursive: true })
  const dataDir = mkdtempSync(join(RESULTS, 'imports-'))
  try {
    const { connectionString, stop } = await openPostgres(dataDir, 'measuring')
    try {
      const app = await startApp({ DATABASE_URL: connectionString, DATA_DIR: dataDir, ...env })
      try {
        return await work({ app, connectionString, ...(await openMembers(app)) })
      } finally {
        await app.stop()
      }
    } finally {
      await stop()
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function openMembers({ origin, pid }: AppProcess) {
  const visitors: Visitor[] = []
  for (let n = 0; n < UPLOADERS; n += 1) {
    const visitor = createVisitor((path, init) => fetch(origin + path, init))
    await signUpReader(visitor, n)
    visitors.push(visitor)
  }
  await sleep(IDLE_MS)
  const memory = () => (memoryOf(pid)?.resident ?? Number.NaN) / MEGABYTE
  return { visitors, memory, idle: memory() }
}
