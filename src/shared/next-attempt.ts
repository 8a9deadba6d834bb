import { HOUR_MS, MINUTE_MS } from './durations.ts'

/** How long after a failed attempt the next one follows, in milliseconds; after the last one the delivery has failed. */
const DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 15 * HOUR_MS]

/** Returns when something is sent again after this many failed attempts; null when it has failed for good. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const delay = DELAYS_MS[attempts - 1]
  return delay === undefined ? null : new Date(now.getTime() + delay)
}
