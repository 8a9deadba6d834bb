import { DAY_MS, HOUR_MS } from '#shared/durations.ts'
import { circuitOpenMs } from '#shared/network.ts'
import type { Clock } from './clock.ts'
import { UpstreamError } from './upstream-error.ts'

/** After this many failed queries in a row the circuit opens. */
const FAILURES_IN_A_ROW = 3
/** RAWG does not say on which day its monthly quota starts, so the circuit lets one query through per day. */
const QUOTA_PAUSE_MS = DAY_MS

export interface Circuit {
  /**
   * Throws `circuit_open` (or `quota`) while the circuit is open. After that time it lets one query through as a probe.
   * Returns the ticket for `succeeded` and `failed`.
   */
  enter: () => Ticket
  succeeded: (ticket: Ticket) => void
  failed: (ticket: Ticket, error: UpstreamError) => void
  /** Throws if the circuit has opened since the query began. */
  check: (ticket: Ticket) => void
  openUntil: () => Date | null
  isQuotaUsedUp: () => boolean
}

type Ticket = number

/**
 * Circuit breaker of a source. Opens after a 429, after wrong credentials and after three failed queries in a row, for
 * 2, 4 … 10 minutes as it opens repeatedly; one success resets it (R-NET-03, R-NET-04, C43). If the source rejects the
 * query itself, that is a response and not a failure.
 */
export function createCircuit(source: string, clock: Clock): Circuit {
  let failures = 0
  let openings = 0
  let openUntil: number | null = null
  let isQuota = false
  let isProbing = false
  /** Counts openings and closings, so that outcomes of queries from before the last one are ignored. */
  let era = 0

  const now = () => clock().getTime()

  function refuse(): never {
    const left = Math.max(0, (openUntil ?? 0) - now())
    if (isQuota) throw new UpstreamError(source, 'quota', 'not sent: the quota is exhausted', undefined, left)
    throw new UpstreamError(source, 'circuit_open', 'not sent: the circuit is open', undefined, left)
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
      // Our own budget, or another query that opened the circuit: this says nothing about the source.
      if (error.kind === 'circuit_open' || (error.kind === 'rate_limited' && error.status === null)) {
        isProbing = false
        return
      }
      failures += 1
      const isAtOnce = error.kind === 'rate_limited' || error.kind === 'credentials' || isProbing
      if (!isAtOnce && failures < FAILURES_IN_A_ROW) return
      openings += 1
      isQuota = false
      open(Math.max(circuitOpenMs(openings), Math.min(error.retryAfterMs ?? 0, HOUR_MS)))
    },
    openUntil: () => (openUntil === null || now() >= openUntil ? null : new Date(openUntil)),
    isQuotaUsedUp: () => isQuota && openUntil !== null && now() < openUntil,
  }
}
