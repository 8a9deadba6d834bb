import { type ChildProcess, execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const ENDING_TIMEOUT_MS = 15_000

const running = new Set<ChildProcess>()

/** Registers a child process, so that it ends with the bench. */
export function watch<C extends ChildProcess>(child: C): C {
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

/** Ends a child process, with SIGTERM first. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const isLate = await Promise.race([ended.then(() => false), sleep(ENDING_TIMEOUT_MS, true, { ref: false })])
  if (!isLate) return
  child.kill('SIGKILL')
  await ended
}

export async function endAll(): Promise<void> {
  await Promise.all([...running].map(end))
}

/**
 * Kills all children when the bench exits and can no longer await anything. The app's own watchdog stops its database.
 */
export function killAll(): void {
  for (const child of running) child.kill('SIGKILL')
}

const isLinux = process.platform === 'linux'
const ticksPerSecond = isLinux ? Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' })) : 0

/**
 * Returns the CPU seconds, user and system, that these processes have used so far; null where the system does not
 * report them.
 */
export function cpuSecondsOf(pids: readonly number[]): number | null {
  if (!isLinux) return null
  let ticks = 0
  for (const pid of pids) {
    // utime, stime and the time of ended children. The process name before them may contain spaces.
    const fields = statFields(pid)
    if (fields) ticks += Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])
  }
  return ticks / ticksPerSecond
}

/** Returns a process and all its descendants; only the process itself where the system does not list them. */
export function familyOf(pid: number): number[] {
  if (!isLinux) return [pid]
  const childrenOf = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    const child = Number(name)
    const parent = Number.isInteger(child) ? Number(statFields(child)?.[1]) : Number.NaN
    if (!Number.isNaN(parent)) childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), child])
  }
  const family = [pid]
  for (const member of family) family.push(...(childrenOf.get(member) ?? []))
  return family
}

/** Returns the fields after the name in /proc/<pid>/stat: state, parent, … */
function statFields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

export interface Memory {
  /** Bytes in RAM, with shared pages counted in full. */
  resident: number
  /** Bytes in RAM, with each shared page divided among the processes that share it. */
  proportional: number
}

export function memoryOf(pid: number): Memory | null {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const bytes = (name: string) => Number(rollup.match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'))?.[1]) * 1024
    return { resident: bytes('Rss'), proportional: bytes('Pss') }
  } catch {
    return null
  }
}

export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return ''
  }
}
