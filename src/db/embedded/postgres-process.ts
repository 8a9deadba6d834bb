import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Cluster } from './cluster.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'

const POLL_MS = 10
const OUTPUT_TIMEOUT_MS = 200
// A number that no process can have (the highest on Linux is 4194304, on macOS 99999).
const NO_PROCESS = '2147483647'

export interface PostgresProcess {
  pid: number
  /** Settles when the process has ended and its output was read. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  hasEnded(): boolean
}

/**
 * Runs a PostgreSQL program on a data directory as PostgreSQL's user, in a process group of its own, so that the
 * terminal's Ctrl-C reaches the app alone.
 *
 * `byHandle`: PostgreSQL's user may be unable to reach the folder by its path, for example under /root. It then inherits
 * the open folder as /proc/self/fd/3, which needs no right on the folders above.
 */
export async function spawnOnFolder(
  program: string,
  args: string[],
  { folder, account, byHandle }: Cluster,
  onLine: (line: string) => void,
): Promise<PostgresProcess> {
  const handle = byHandle ? openSync(folder, 'r') : undefined
  let child: ChildProcess
  try {
    child = spawn(program, ['-D', byHandle ? '/proc/self/fd/3' : folder, ...args], {
      stdio: ['ignore', 'pipe', 'pipe', ...(handle === undefined ? [] : [handle])],
      cwd: '/',
      // The database inherits no environment variables from the app (PGDATA, PGOPTIONS, LD_PRELOAD).
      env: { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
      detached: true,
      ...(account.foreign && { uid: account.uid, gid: account.gid }),
    })
  } finally {
    if (handle !== undefined) closeSync(handle)
  }
  for (const stream of [child.stdout!, child.stderr!]) createInterface({ input: stream }).on('line', onLine)
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }))
    // Backends that outlive a killed server hold its output open.
    child.on('exit', (code, signal) => setTimeout(resolve, OUTPUT_TIMEOUT_MS, { code, signal }).unref())
  })
  await new Promise((resolve, reject) => {
    child.on('spawn', resolve)
    child.on('error', (error) => reject(explainSpawn(program, error)))
  })
  return { pid: child.pid!, ended, hasEnded: () => child.exitCode !== null || child.signalCode !== null }
}

function explainSpawn(program: string, error: Error): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The PostgreSQL program ${program} does not run on this machine (${codeOf(error) ?? error.message}). Run "npm ci" again, or set DATABASE_URL to use your own PostgreSQL server, version 18 or newer.`,
  )
}

/**
 * Stops the database when the app has ended without stopping it (SIGKILL, out of memory). A small shell in its own
 * session waits until a pipe closes that only the app holds open.
 */
export function spawnWatchdog(pid: number, folder: string): ChildProcess {
  const script = 'read -r nothing; read -r pid < "$2" && [ "$pid" = "$1" ] && kill -INT "$1"'
  const watchdog = spawn('/bin/sh', ['-c', script, 'savepoint-watchdog', String(pid), pidFile(folder)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    detached: true,
  })
  // Without a shell the next start still finds the orphan.
  watchdog.on('error', () => undefined)
  watchdog.stdin?.on('error', () => undefined)
  return watchdog
}

/** Requests a fast shutdown, and an immediate one after ten seconds (open transactions are lost either way). */
export async function endPostgres(pid: number, isRunning: () => boolean | Promise<boolean>): Promise<void> {
  const steps = [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [signal, timeoutMs] of steps) {
    const until = performance.now() + timeoutMs
    if (!(await isRunning())) return
    try {
      process.kill(pid, signal)
    } catch (error) {
      if (codeOf(error) === 'ESRCH') return
      throw error
    }
    while (performance.now() < until) {
      if (!(await isRunning())) return
      await sleep(POLL_MS)
    }
  }
  throw new EmbeddedPostgresError(`The database process ${pid} does not stop. Kill it, then start Savepoint.`)
}

/** Stops the server that an earlier app left running on this cluster. */
export async function stopOrphan({ folder }: Cluster, log: (line: string) => void): Promise<void> {
  const pid = Number((await readPidFile(folder))?.split('\n')[0])
  if (!Number.isInteger(pid) || pid < 2 || !(await isServerOf(pid, folder))) return
  log(`Stopping the database server that an earlier Savepoint left running (process ${pid})`)
  await endPostgres(pid, () => isServerOf(pid, folder))
}

/**
 * Makes the next server ignore the process number that a killed server left in `postmaster.pid`. Another process may
 * have that number now, and PostgreSQL would mistake it for a running server. Returns whether there was a killed
 * server.
 */
export async function clearKilledServer({ folder }: Cluster): Promise<{ wasKilled: boolean }> {
  const content = await readPidFile(folder)
  if (content === undefined) return { wasKilled: false }
  const [, ...rest] = content.split('\n')
  // The file is empty if a full disk prevented PostgreSQL from writing its number. PostgreSQL would take an empty file
  // for a running start.
  if (content.trim() === '') await rm(pidFile(folder))
  // Preserves the other lines, from which PostgreSQL sees whether parts of the old server still run.
  else await writeFile(pidFile(folder), [NO_PROCESS, ...rest].join('\n'))
  return { wasKilled: true }
}

/** Returns an environment entry that marks a server's process, readable for every user; `isServerOf` looks for it. */
export async function markOf(folder: string): Promise<[name: string, value: string]> {
  return ['savepoint.cluster', await realpath(folder)]
}

/** Returns whether this process is the server of this cluster, and not another process with a reused number. */
async function isServerOf(pid: number, folder: string): Promise<boolean> {
  const mark = (await markOf(folder)).join('=')
  try {
    if (process.platform === 'linux') return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0').includes(mark)
    const { stdout } = await promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
    return ` ${stdout.trim()} `.includes(` ${mark} `)
  } catch {
    // There is no such process.
    return false
  }
}

function pidFile(folder: string): string {
  return join(folder, 'postmaster.pid')
}

async function readPidFile(folder: string): Promise<string | undefined> {
  return await readFile(pidFile(folder), 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
}

/** Returns whether this machine supports inheriting an open folder. */
export async function canPassHandles(): Promise<boolean> {
  return await stat('/proc/self/fd').then(
    () => true,
    () => false,
  )
}
