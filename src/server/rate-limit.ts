import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Budget } from '#shared/contract.ts'
import { Refusal } from '#shared/refusal.ts'
import { TOO_MANY_ATTEMPTS, TOO_MANY_MESSAGES, TOO_MANY_REQUESTS } from '#shared/sentences.ts'
import { budgetKey, wideKey } from './client-address.ts'

interface Rule {
  points: number
  /** In seconds. */
  duration: number
  /** Counted in the database for all nodes, otherwise in the memory of each node. */
  shared: boolean
  /**
   * `caller`: per member, or for a visitor per address. `both`: per address and also per member, because a new session is
   * easy to get and must not bring a new budget. `address`: per address, with or without a session.
   */
  by?: 'caller' | 'both' | 'address'
  /** The budget counts what is written: a refused request gets its point back, and consumes one of `write` instead. */
  countsOnlyWritten?: boolean
}

/** The sender of a request. */
export interface Caller {
  memberId: string | null
  address: string
}

/** An IPv6 /48 has this many times the budget of a /64. */
const WIDE_FACTOR = 8

/**
 * G56, G51, C51. All nodes share the budgets that these rules name. The rules do not name `read`: it only protects the
 * machine, so each node counts it in memory; otherwise every page would pay for a shared count.
 */
const RULES: Record<Exclude<Budget, 'none'>, Rule> = {
  read: { points: 600, duration: 60, shared: false },
  search: { points: 60, duration: 60, shared: true },
  // C51.
  'catalogue-query': { points: 60, duration: 60, shared: true },
  'profile-read': { points: 120, duration: 60, shared: true },
  availability: { points: 30, duration: 60, shared: true, by: 'both' },
  write: { points: 60, duration: 60, shared: true },
  // G27.
  comment: { points: 10, duration: 60, shared: true, countsOnlyWritten: true },
  // G16.
  'forum-thread': { points: 1, duration: 60, shared: true, countsOnlyWritten: true },
  'forum-post': { points: 1, duration: 10, shared: true, countsOnlyWritten: true },
  // G12.
  message: { points: 20, duration: 60, shared: true, countsOnlyWritten: true },
  report: { points: 20, duration: 3600, shared: true },
  'sign-in': { points: 30, duration: 900, shared: true, by: 'both' },
  // The page of the sign-in asks for one whenever it is opened.
  'passkey-challenge': { points: 60, duration: 900, shared: true, by: 'both' },
  'sign-up': { points: 5, duration: 3600, shared: true, by: 'both' },
  // Requesting and opening links from mails. Mails have stricter limits of their own.
  recovery: { points: 30, duration: 900, shared: true, by: 'both' },
  callback: { points: 60, duration: 900, shared: true, by: 'address' },
  // A page shows about sixty pictures, and browsers cache them indefinitely. Counted in memory, because nothing may
  // delay a cached picture.
  image: { points: 1200, duration: 60, shared: false, by: 'address' },
  // An export reads all data of a member, so it has the same budget as uploads.
  export: { points: 10, duration: 3600, shared: true },
  upload: { points: 10, duration: 3600, shared: true },
  'import-row': { points: 240, duration: 60, shared: true },
  // A new token brings new budgets.
  token: { points: 20, duration: 3600, shared: true },
  // The server of an app exchanges the codes of all its members from one address.
  'app-token': { points: 120, duration: 60, shared: true, by: 'address' },
  // G51.
  'error-report': { points: 20, duration: 60, shared: true, by: 'address' },
  // G18.
  contact: { points: 5, duration: 3600, shared: true, by: 'address', countsOnlyWritten: true },
}

/** The documented wait of PGRST301, in seconds (R-MODAL-10, C54). */
const PROFILE_READ_WAIT = 60

/** Documented sentences for an exhausted budget. */
const SENTENCES: Partial<Record<Budget, string>> = { contact: TOO_MANY_MESSAGES }

/** Returns the refusal for an exhausted budget. */
export function budgetRefusal(budget: Budget, retryAfter: number): Refusal {
  return budget === 'profile-read'
    ? new Refusal('too_many', 'PGRST301', TOO_MANY_REQUESTS, {
        retryAfter: PROFILE_READ_WAIT,
      })
    : new Refusal('too_many', 'rate_limit_exceeded', SENTENCES[budget] ?? TOO_MANY_ATTEMPTS, { retryAfter })
}

/** A budget after a point was consumed: how much it has, how much is left, and in how many seconds it is full again. */
export interface BudgetState {
  limit: number
  remaining: number
  reset: number
  isExhausted: boolean
}

export interface RateLimits {
  /** Consumes one point. Returns null when allowed, otherwise the seconds to wait. */
  draw: (budget: Budget, caller: Caller) => Promise<number | null>
  /**
   * Gives back the point of a request that was refused, if the budget counts only what is written or nothing was read of the request (`isUnread`). It consumes a point of
   * `write` instead, and gives nothing back when that budget is exhausted: nobody tries invalid texts without a limit.
   * `sinceMs`: how long ago the point was drawn. A point of a window that has ended is gone with it: the window of now would
   * have one too many, and somebody who sends bodies slowly could collect them.
   */
  giveBack: (budget: Budget, caller: Caller, sinceMs: number, isUnread?: boolean) => Promise<void>
  /** Consumes one point of an access token. Returns null for a budget that nobody counts. */
  drawOfToken: (budget: Budget, tokenId: string) => Promise<BudgetState | null>
}

/**
 * Counts budgets by member and address, as the rules state. When the database cannot count, each node counts for itself.
 */
export function createRateLimits(pool: Pool, isOn: boolean): RateLimits {
  if (!isOn) return { draw: async () => null, giveBack: async () => {}, drawOfToken: async () => null }
  const open = (name: string, rule: Rule) =>
    // A caller with an exhausted budget is refused without a query.
    limiterOf(name, rule, pool, { inMemoryBlockOnConsumed: rule.points + 1 })
  const limiters = new Map(
    Object.entries(RULES).map(([budget, rule]: [string, Rule]) => {
      const wide = { ...rule, points: rule.points * WIDE_FACTOR, shared: rule.shared && rule.by === 'both' }
      const { by = 'caller', countsOnlyWritten = false } = rule
      return [budget, { by, countsOnlyWritten, narrow: open(budget, rule), wide: open(`${budget}-48`, wide) }]
    }),
  )
  /** Returns the counts of a budget that a request of this caller consumes, in order. */
  const countsOf = (budget: Budget, { memberId, address }: Caller) => {
    const limiter = limiters.get(budget)
    if (!limiter) return []
    const { by, narrow, wide } = limiter
    const network = wideKey(address)
    const ofAddress = [{ limiter: narrow, who: budgetKey(address) }]
    if (network !== null) ofAddress.push({ limiter: wide, who: network })
    return [
      ...(by !== 'caller' || memberId === null ? ofAddress : []),
      ...(by === 'address' || memberId === null ? [] : [{ limiter: narrow, who: memberId }]),
    ]
  }
  async function draw(budget: Budget, caller: Caller): Promise<number | null> {
    for (const { limiter, who } of countsOf(budget, caller)) {
      const wait = await take(limiter, who)
      if (wait !== null) return wait
    }
    return null
  }
  return {
    draw,
    async giveBack(budget, caller, sinceMs, isUnread = false) {
      if (!isUnread && !limiters.get(budget)?.countsOnlyWritten) return
      if ((await draw('write', caller)) !== null) return
      for (const { limiter, who } of countsOf(budget, caller))
        if (isOfWindow(limiter, await limiter.get(who), sinceMs)) await limiter.reward(who, 1)
    },
    async drawOfToken(budget, tokenId) {
      const limiter = limiters.get(budget)
      return limiter ? consume(limiter.narrow, `token:${tokenId}`) : null
    },
  }
}

/** The precision to which the times of a draw and of its window are known. */
const PRECISION_MS = 100

/** Whether a point that was drawn so long ago counts in this window, which does not end at this moment. */
function isOfWindow({ duration }: { duration: number }, window: RateLimiterRes | null, sinceMs: number): boolean {
  if (window === null || window.msBeforeNext <= PRECISION_MS) return false
  return duration * 1000 - window.msBeforeNext >= sinceMs - PRECISION_MS
}

/** Limits the failures of one kind of attempt. */
export interface FailureLimit {
  /** Counts an attempt before it is made, so that simultaneous ones count too. Returns null, or the seconds to wait. */
  begin: (who: string) => Promise<number | null>
  /** Resets the earlier failures, because the attempt succeeded. */
  forgive: (who: string) => Promise<void>
  /** Takes the attempt out of the count, because it did not happen or succeeded; earlier failures still count. */
  undo: (who: string) => Promise<void>
}

/** Allows at most `rule.points` failures in a row within the duration, which begins with the first failure (G56). */
export function createFailureLimit(pool: Pool, isOn: boolean, name: string, rule: Omit<Rule, 'shared'>): FailureLimit {
  if (!isOn) return { begin: async () => null, forgive: async () => {}, undo: async () => {} }
  const limiter = limiterOf(name, { ...rule, shared: true }, pool)
  return {
    begin: (who) => take(limiter, who),
    async forgive(who) {
      await limiter.delete(who)
    },
    async undo(who) {
      await limiter.reward(who, 1)
    },
  }
}

/** Deletes expired counts; for a job. */
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
    // One node prunes expired rows with a job.
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
    insuranceLimiter: memory,
    ...more,
  })
}

async function take(limiter: RateLimiterMemory | RateLimiterPostgres, who: string): Promise<number | null> {
  const { isExhausted, reset } = await consume(limiter, who)
  return isExhausted ? reset : null
}

async function consume(limiter: RateLimiterMemory | RateLimiterPostgres, who: string): Promise<BudgetState> {
  const stateOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes, isExhausted: boolean) => ({
    limit: limiter.points,
    remaining: isExhausted ? 0 : remainingPoints,
    reset: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    isExhausted,
  })
  try {
    return stateOf(await limiter.consume(who), false)
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return stateOf(refused, true)
    throw refused
  }
}
