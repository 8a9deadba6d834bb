import { execFileSync } from 'node:child_process'
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'

/** The machine on which the bench ran. */
export interface Machine {
  system: string
  cpu: string
  cores: number
  memory: string
  node: string
  commit: string
}

export function describeMachine(): Machine {
  return {
    system: `${type()} ${release()} ${arch()}`,
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memory: `${Math.round(totalmem() / 1024 ** 3)} GB`,
    node: process.version,
    commit: commit(),
  }
}

/**
 * Returns how many processes wanted a CPU in the last minute. Above the number of cores, other processes distort
 * wall-clock times.
 */
export function loadAverage(): number {
  return loadavg()[0] ?? 0
}

function commit(): string {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    const id = git('rev-parse', '--short', 'HEAD')
    const isChanged = git('status', '--porcelain') !== ''
    return isChanged ? `${id} with changes` : id
  } catch {
    return 'not committed'
  }
}
