import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../src/db/migrate.ts'

/** Linux's file system in memory. Creating and dropping databases there takes a fraction of the CPU time. */
const MEMORY = '/dev/shm'
const NEEDED_BYTES = 2 * 1024 ** 3

/**
 * Creates a folder for all temporary files of the run, and starts one PostgreSQL in it, with a migrated template that
 * each test file clones.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = canUseMemory() ? MEMORY : tmpdir()
  removeLeftovers(parent)
  const folder = mkdtempSync(join(parent, `savepoint-tests-${process.pid}-`))
  // As root, tests start PostgreSQL as another user, who must reach its data.
  chmodSync(folder, 0o755)
  // The workers inherit it, and so do the commands and apps that tests start.
  process.env.TMPDIR = folder
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'cluster'),
    durable: false,
    settings: { max_connections: '200' },
  })
  const url = new URL(postgres.connectionString)
  url.pathname = '/postgres'
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  await client.query('create database template_savepoint')
  await client.end()
  url.pathname = '/template_savepoint'
  await migrate(url.href)
  project.provide('templateUrl', url.href)
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A container often has only 64 MB there, and may forbid to run programs, which some tests copy. */
function canUseMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
    const options = mounts.findLast((line) => line.split(' ')[1] === MEMORY)?.split(' ')[3] ?? 'noexec'
    return bavail * bsize > NEEDED_BYTES && !options.split(',').includes('noexec')
  } catch {
    return false
  }
}

/** Removes the folders of earlier runs that were killed. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = Number(/^savepoint-tests-(\d+)-/.exec(name)?.[1] ?? 0)
    if (pid === 0 || isRunning(pid)) continue
    try {
      rmSync(join(parent, name), { recursive: true })
    } catch {
      // It belongs to another user.
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
