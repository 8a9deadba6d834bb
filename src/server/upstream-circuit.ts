import { circuitOpenMs } from '#shared/network.ts'
import type { Clock } from './clock.ts'
import { UpstreamError } from './upstream-error.ts'

/** So many questions in a row that fail, and the source is left alone for a while. */
const FAILURES_IN_A_ROW = 3
const HOUR = 60 * 60_000
/** RAWG counts its month from a day that it does not tell, so the plan is tried again once a day. */
const QUOTA_PAUSE_MS = 24 * HOUR

export interface Circuit {
  /**
   * Throws `circuit_open` (or `quota`) while the source is left alone. After that time one question is let through to
   * see whether it is well again. Answers what `succeeded` and `failed` need.
   */
  enter: () => Ticket
  succeeded: (ticket: Ticket) => void
  failed: (ticket: Ticket, error: UpstreamError) => void
  /** Throws when the circuit has opened since the question began. */
  check: (ticket: Ticket) => void
  openUntil: () => Date | null
  isQuotaUsedUp: () => boolean
}

type Ticket = number

/**
 * Opens at a 429, at wrong credentials and when three questions in a row have failed, for 2, 4 … 10 minutes as it opens
 * again and again; one success forgives everything (R-NET-03, R-NET-04, C43). A refusal of the question itself is an
 * answer and no failure.
 */
export function createCircuit(source: string, clock: Clock): Circuit {
  let failures = 0
  let openings = 0
  let openUntil: number | null = null
  let isQuota = false
  let isProbing = false
  /** Counts openings and closings for ever: what comes back from before is no news. */
  let era = 0

  const now = () => clock().getTime()

  function refuse(): never {
    const left = Math.max(0, (openUntil ?? 0) - now())
    if (isQuota) throw new UpstreamError(source, 'quota', 'not asked: the plan is used up', undefined, left)
    throw new UpstreamError(source, 'circuit_open', 'not asked: it has been failing', undefined, left)
  }

  function open(milliseconds: number): void {
    openUntil = now() + milliseconds
    era += 1
    failures = 0
    isProbing = false
  }

  return {
    enter() {
      if (openUntil !== null) {
        if (now() < openUntil || isProbing) refuse()
        isProbing = true
      }
      return era
    },
    check(ticket) {
      if (ticket !== era && openUntil !== null) refuse()
    },
    succeeded(ticket) {
      if (ticket !== era) return
      if (openUntil !== null) era += 1
      failures = 0
      openings = 0
      openUntil = null
      isQuota = false
      isProbing = false
    },
    failed(ticket, error) {
      if (ticket !== era) return
      if (error.kind === 'quota') {
        isQuota = true
        return open(QUOTA_PAUSE_MS)
      }
      // Our own budget, or another question's circuit: nothing is known about the source.
      if (error.kind === 'circuit_open' || (error.kind === 'rate_limited' && error.status === null)) {
        isProbing = false
        return
      }
      failures += 1
      const isAtOnce = error.kind === 'rate_limited' || error.kind === 'credentials' || isProbing
      if (!isAtOnce && failures < FAILURES_IN_A_ROW) return
      openings += 1
      isQuota = false
      open(Math.max(circuitOpenMs(openings), Math.min(error.retryAfterMs ?? 0, HOUR)))
    },
    openUntil: () => (openUntil === null || now() >= openUntil ? null : new Date(openUntil)),
    isQuotaUsedUp: () => isQuota && openUntil !== null && now() < openUntil,
  }
}
