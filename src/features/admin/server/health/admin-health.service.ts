import { type CheckDeps, type CheckResult, type HealthCheck, runChecks } from '#server/doctor/health-check.ts'
import { refuse } from '#shared/refusal.ts'
import { ADMIN_REFUSALS } from '../../admin.texts.ts'
import type { AdminDeps } from '../admin.service.ts'

export interface AdminHealthDeps extends AdminDeps, Pick<CheckDeps, 'config' | 'log'> {
  healthChecks: readonly HealthCheck[]
}

/** Runs the checks that neither send anything nor ask another server, and names the others. */
export async function listFindings(deps: AdminHealthDeps) {
  const { healthChecks, db } = deps
  const { inside = [], outside = [] } = Object.groupBy(healthChecks, ({ isOutside }) =>
    isOutside ? 'outside' : 'inside',
  )
  return {
    findings: await runChecks(inside, { ...deps, database: db }),
    outside: outside.map(({ name, label }) => ({ check: name, label })),
  }
}

/** Runs one of the checks that send or ask something. Refuses not_found. */
export async function runCheck(deps: AdminHealthDeps, name: string): Promise<CheckResult[]> {
  const check = deps.healthChecks.find((each) => each.isOutside && each.name === name)
  if (!check) return refuse('not_found', 'not_found', ADMIN_REFUSALS.checkMissing)
  return runChecks([check], { ...deps, database: deps.db })
}
