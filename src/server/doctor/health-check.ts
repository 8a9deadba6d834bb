import type { Db } from '#db/db.ts'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { checkFailed, checkTooSlow, NEEDS_DATABASE } from './doctor.texts.ts'

/** The states of a finding, the worst first. */
const FINDING_STATES = ['failing', 'warning', 'ok'] as const

/** What a check has found, in a sentence, and what the operator can do about it. */
export interface Finding {
  state: (typeof FINDING_STATES)[number]
  sentence: string
  /** Null if there is nothing to do. */
  todo: string | null
}

export interface CheckDeps {
  config: Config
  clock: Clock
  log: Log
  /** The open database, or why it cannot be used; only a command meets that. */
  database: Db | { problem: string }
}

/** A check of `npm run doctor` and of `/admin/health`. It changes nothing. */
export interface HealthCheck {
  name: string
  /** What it looks at, in a word or two: 'Backups'. */
  label: string
  /** It sends something or asks another server, so the admin page runs it only on request. */
  isOutside: boolean
  run: (deps: CheckDeps) => Promise<Finding | readonly Finding[]>
}

export interface CheckResult extends Finding {
  check: string
  label: string
}

/** Longer than a mail server or a source may take. */
const MAX_MS = 30_000
/** The longest wait for one step of a check: a connection, a request, a folder on another machine. */
export const STEP_MS = 8_000

export const ok = (sentence: string): Finding => ({ state: 'ok', sentence, todo: null })
export const warning = (sentence: string, todo: string): Finding => ({ state: 'warning', sentence, todo })
export const failing = (sentence: string, todo: string): Finding => ({ state: 'failing', sentence, todo })

/** A check that reads the database; it fails with the reason when the database cannot be used. */
export const withDatabase =
  (run: (db: Db, deps: CheckDeps) => Promise<Finding | readonly Finding[]>): HealthCheck['run'] =>
  async (deps) =>
    'problem' in deps.database ? warning(...NEEDS_DATABASE) : run(deps.database, deps)

/**
 * Runs the checks side by side and returns their findings, the worst first. Never throws: a check that fails or hangs is a
 * finding too.
 */
export async function runChecks(
  checks: readonly HealthCheck[],
  deps: CheckDeps,
  mostMs = MAX_MS,
): Promise<CheckResult[]> {
  const found = await Promise.all(
    checks.map(async ({ name, label, run }) => {
      const findings = await withinTime(run(deps), mostMs).catch((error: unknown) => {
        deps.log.error({ err: error, check: name }, 'a health check failed')
        return failing(...checkFailed(error instanceof Error ? error.message : String(error)))
      })
      return [findings].flat().map((finding): CheckResult => ({ check: name, label, ...finding }))
    }),
  )
  const rank = ({ state }: Finding) => FINDING_STATES.indexOf(state)
  return found.flat().sort((one, other) => rank(one) - rank(other))
}

async function withinTime<T>(work: Promise<T>, mostMs: number): Promise<T | Finding> {
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<Finding>((resolve) => {
    timer = setTimeout(resolve, mostMs, failing(...checkTooSlow(Math.round(mostMs / 1000))))
  })
  return Promise.race([work, isLate]).finally(() => clearTimeout(timer))
}
