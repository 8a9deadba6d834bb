import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Budget } from '#shared/endpoint.ts'
import { Refusal } from '#shared/refusal.ts'

interface Rule {
  points: number
  /** seconds */
  duration: number
  /** Counted in the database for all nodes, or in the memory of each. */
  shared: boolean
}

/**
 * G56, G51, C51. What it names is shared by all nodes. `read`, which it does not name, only holds off what would stop the
 * machine, so each node counts it in memory: every page would pay for a shared count.
 */
const RULES: Record<Exclude<Budget, 'none'>, Rule> = {
  read: { points: 600, duration: 60, shared: false },
  search: { points: 60, duration: 60, shared: true },
  // C51.
  'catalogue-query': { points: 60, duration: 60, shared: true },
  'profile-read': { points: 120, duration: 60, shared: true },
  availability: { points: 30, duration: 60, shared: true },
  write: { points: 60, duration: 60, shared: true },
  // G27.
  comment: { points: 10, duration: 60, shared: true },
  // G12.
  message: { points: 20, duration: 60, shared: true },
  report: { points: 20, duration: 3600, shared: true },
  'sign-in': { points: 30, duration: 900, shared: true },
  'sign-up': { points: 5, duration: 3600, shared: true },
  // As uploads: it reads all that a member has.
  export: { points: 10, duration: 3600, shared: true },
  upload: { points: 10, duration: 3600, shared: true },
  // G51.
  'error-report': { points: 20, duration: 60, shared: true },
}

/** The documented wait of PGRST301, in seconds (R-MODAL-10, C54). */
const PROFILE_READ_WAIT = 60

/** What is said to whoever has used a budget up. */
export function budgetRefusal(budget: Budget, retryAfter: number): Refusal {
  return budget === 'profile-read'
    ? new Refusal('too_many', 'PGRST301', 'Too many requests. Please wait a moment before trying again.', {
        retryAfter: PROFILE_READ_WAIT,
      })
    : new Refusal('too_many', 'rate_limit_exceeded', 'Too many attempts. Please try again later.', { retryAfter })
}

export interface RateLimits {
  /** Draws one point. Answers null when allowed, else the seconds to wait. */
  draw: (budget: Budget, who: string) => Promise<number | null>
}

/** Budgets per member, else per address. When the database cannot count, each node counts for itself. */
export function createRateLimits(pool: Pool, isOn: boolean): RateLimits {
  if (!isOn) return { draw: async () => null }
  const limiters = new Map(
    // Who has used a budget up is held off without asking the database again.
    Object.entries(RULES).map(([budget, rule]) => [
      budget,
      limiterOf(budget, rule, pool, { inMemoryBlockOnConsumed: rule.points + 1 }),
    ]),
  )
  return {
    async draw(budget, who) {
      const limiter = limiters.get(budget)
      return limiter ? take(limiter, who) : null
    },
  }
}

/** Tries of one kind that may fail a few times. */
export interface FailureLimit {
  /** Counts a try before it is made, so that simultaneous ones count too. Answers null, or the seconds to wait. */
  begin: (who: string) => Promise<number | null>
  /** The try succeeded: earlier failures are forgiven. */
  forgive: (who: string) => Promise<void>
}

/** At most `rule.points` failures in a row within the duration, which begins with the first of them (G56). */
export function createFailureLimit(pool: Pool, isOn: boolean, name: string, rule: Omit<Rule, 'shared'>): FailureLimit {
  if (!isOn) return { begin: async () => null, forgive: async () => {} }
  const limiter = limiterOf(name, { ...rule, shared: true }, pool)
  return {
    begin: (who) => take(limiter, who),
    async forgive(who) {
      await limiter.delete(who)
    },
  }
}

/** Removes counts that have run out; for a job. */
export async function pruneRateLimits(pool: Pool): Promise<void> {
  await pool.query('delete from rate_limits where expire < $1', [Date.now()])
}

function limiterOf(
  keyPrefix: string,
  rule: Rule,
  pool: Pool,
  more: { inMemoryBlockOnConsumed?: number } = {},
): RateLimiterMemory | RateLimiterPostgres {
  const { points, duration } = rule
  const memory = new RateLimiterMemory({ keyPrefix, points, duration })
  if (!rule.shared) return memory
  return new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    // Expired rows are pruned by a job, by one node.
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
    insuranceLimiter: memory,
    ...more,
  })
}

async function take(limiter: RateLimiterMemory | RateLimiterPostgres, who: string): Promise<number | null> {
  try {
    await limiter.consume(who)
    return null
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return Math.max(1, Math.ceil(refused.msBeforeNext / 1000))
    throw refused
  }
}
