import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { DatabaseAwayError } from '#db/failures.ts'
import { contract } from '#shared/contract.ts'
import type { Backups } from './backups.ts'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { FailureWatch } from './failure-watch.ts'
import { type Route, route } from './routes.ts'

const getHealth = contract(
  { method: 'GET', path: '/api/health' },
  {
    name: 'getHealth',
    access: 'anyone',
    summary: 'Report whether this node can serve requests',
    response: z.object({
      /** `degraded`: the app responds, but the change feed is down or a disk is full. */
      status: z.enum(['ok', 'degraded']),
      db: z.literal('ok'),
      changes: z.enum(['live', 'down']),
      storage: z.enum(['ok', 'full']),
      catalogue: z.string(),
      backup: z.nullable(z.object({ latest: z.nullable(z.iso.datetime()), age_seconds: z.nullable(z.int()) })),
    }),
    refusals: { 503: ['database_unavailable'] },
    budget: 'none',
  },
)

/** The parts of the health response that features provide. */
export interface HealthStates {
  /** Which sources of games are on (G39). */
  catalogue: () => string
}

/** The health check never waits longer than this for the database. */
const TIMEOUT_MS = 3_000

/**
 * Responds 200 when the database responds and 503 when it does not (G61). `backup` states the age of the latest backup,
 * or null without nightly backups.
 */
export function healthRoutes(deps: {
  db: Db
  changes: Changes
  failures: FailureWatch
  clock: Clock
  backups?: Backups | null | undefined
  states: HealthStates
  timeoutMs?: number
}): Route[] {
  const { db, changes, failures, timeoutMs = TIMEOUT_MS } = deps
  // While the database does not respond, all requests share one check, so that only one connection waits.
  let asking: Promise<boolean> | null = null
  const doesAnswer = () => {
    asking ??= sql`select 1`
      .execute(db)
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asking = null
      })
    return asking
  }
  return [
    route(getHealth, async () => {
      let timer: NodeJS.Timeout | undefined
      const isLate = new Promise<false>((resolve) => {
        timer = setTimeout(resolve, timeoutMs, false)
      })
      const isThere = await Promise.race([doesAnswer(), isLate]).finally(() => clearTimeout(timer))
      if (!isThere) throw new DatabaseAwayError()
      const [isLive, isFull] = [changes.isLive(), failures.isFull()]
      return {
        status: isLive && !isFull ? ('ok' as const) : ('degraded' as const),
        db: 'ok' as const,
        changes: isLive ? ('live' as const) : ('down' as const),
        storage: isFull ? ('full' as const) : ('ok' as const),
        catalogue: deps.states.catalogue(),
        backup: backupState(deps),
      }
    }),
  ]
}

function backupState({ backups, clock }: { backups?: Backups | null | undefined; clock: Clock }) {
  if (!backups) return null
  const latest = backups.latest()
  if (latest === null) return { latest: null, age_seconds: null }
  return { latest: latest.toISOString(), age_seconds: Math.round((clock().getTime() - latest.getTime()) / 1000) }
}
