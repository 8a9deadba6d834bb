import { sql } from 'kysely'
import * as z from 'zod/mini'
import { APP_COMMIT, APP_VERSION } from '#db/app-version.ts'
import type { Db } from '#db/db.ts'
import { DatabaseAwayError } from '#db/failures.ts'
import { contract } from '#shared/contract.ts'
import { Refusal } from '#shared/refusal.ts'
import type { Backups } from './backups.ts'
import type { Changes } from './changes.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { addressAnswer } from './doctor/address-check.ts'
import type { FailureWatch } from './failure-watch.ts'
import { type Route, route } from './routes.ts'
import { REQUEST_REFUSALS } from './server.texts.ts'

const Health = z.object({
  /** `degraded`: the app responds, but the change feed is down or a disk is full. */
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  /** Of the build; null if it knew none. */
  commit: z.nullable(z.string()),
  db: z.literal('ok'),
  changes: z.enum(['live', 'down']),
  storage: z.enum(['ok', 'full']),
  catalogue: z.string(),
  backup: z.nullable(z.object({ latest: z.nullable(z.iso.datetime()), age_seconds: z.nullable(z.int()) })),
})

const getLiveness = contract(
  { method: 'GET', path: '/api/health/live' },
  {
    name: 'getLiveness',
    access: 'anyone',
    beforeSignIn: true,
    summary: 'Report that the process of this node responds, also while its database is away',
    response: z.object({ status: z.literal('ok') }),
    budget: 'none',
  },
)

const getReadiness = contract(
  { method: 'GET', path: '/api/health/ready' },
  {
    name: 'getReadiness',
    access: 'anyone',
    beforeSignIn: true,
    summary: 'Report whether a proxy should send requests to this node',
    response: Health,
    refusals: { 503: ['database_unavailable', 'stopping'] },
    budget: 'none',
  },
)

const getHealth = contract(
  { method: 'GET', path: '/api/health' },
  {
    name: 'getHealth',
    access: 'anyone',
    beforeSignIn: true,
    summary: 'Report whether this node can serve requests',
    response: Health,
    refusals: { 503: ['database_unavailable'] },
    budget: 'none',
  },
)

const checkAddress = contract(
  { method: 'GET', path: '/api/health/address' },
  {
    name: 'checkAddress',
    access: 'anyone',
    beforeSignIn: true,
    summary: 'Report to the site itself whether an address leads to it, and through how many proxies',
    query: z.object({ nonce: z.string().check(z.regex(/^[\da-f]{32}$/)) }),
    response: z.object({ signature: z.string(), proxies: z.int() }),
  },
)

/** The parts of the health response that features provide. */
export interface HealthStates {
  /** Which sources of games are on (G39). */
  catalogue: () => string
  /** Each external source, for the metrics. */
  sources: () => readonly { name: string; asked: number; failed: number; isPaused: boolean }[]
}

/** Of a kind that is no failure, so the log does not report it. */
const stopping = () => new Refusal('conflict', 'stopping', REQUEST_REFUSALS.stopping, { status: 503 })

/** The health check never waits longer than this for the database. */
const TIMEOUT_MS = 3_000

/**
 * Responds 200 when the database responds and 503 when it does not (G61). `backup` states the age of the latest backup,
 * or null without nightly backups.
 */
export function healthRoutes(deps: {
  config: Pick<Config, 'secret'>
  db: Db
  changes: Changes
  failures: FailureWatch
  clock: Clock
  backups?: Backups | null | undefined
  states: HealthStates
  /** The node has got the signal to stop. */
  isStopping?: (() => boolean) | undefined
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
  const report = async () => {
    let timer: NodeJS.Timeout | undefined
    const isLate = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, timeoutMs, false)
    })
    const isThere = await Promise.race([doesAnswer(), isLate]).finally(() => clearTimeout(timer))
    if (!isThere) throw new DatabaseAwayError()
    const [isLive, isFull] = [changes.isLive(), failures.isFull()]
    return {
      status: isLive && !isFull ? ('ok' as const) : ('degraded' as const),
      version: APP_VERSION,
      commit: APP_COMMIT,
      db: 'ok' as const,
      changes: isLive ? ('live' as const) : ('down' as const),
      storage: isFull ? ('full' as const) : ('ok' as const),
      catalogue: deps.states.catalogue(),
      backup: backupState(deps),
    }
  }
  return [
    route(getHealth, report),
    route(getReadiness, async () => {
      // A proxy takes the node out while it still serves.
      if (deps.isStopping?.()) throw stopping()
      return report()
    }),
    route(getLiveness, async () => ({ status: 'ok' as const })),
    route(checkAddress, async ({ query, request }) => addressAnswer(deps.config.secret, query.nonce, request.headers)),
  ]
}

function backupState({ backups, clock }: { backups?: Backups | null | undefined; clock: Clock }) {
  if (!backups) return null
  const latest = backups.latest()
  if (latest === null) return { latest: null, age_seconds: null }
  return { latest: latest.toISOString(), age_seconds: Math.round((clock().getTime() - latest.getTime()) / 1000) }
}
