import { HOUR_MS, MINUTE_MS } from '#shared/durations.ts'

/** The most webhooks that a member may have. */
export const MAX_WEBHOOKS = 10
export const WEBHOOK_URL_LENGTH = 500
/** The member's log of a webhook shows this many deliveries, the newest first. */
export const DELIVERIES_SHOWN = 50
export const DELIVERY_KEPT_DAYS = 30

export const WEBHOOK_EVENTS = ['library.changed', 'review.changed', 'list.changed'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
/** A test of the address is sent as a ping. */
export type DeliveryType = WebhookEvent | 'ping'

export const FAILURES = ['status', 'timeout', 'unknown_host', 'refused', 'certificate', 'connection'] as const
export type Failure = (typeof FAILURES)[number]

/** How long after a failed attempt the next one follows, in milliseconds; after the last one the delivery has failed. */
const DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 15 * HOUR_MS]

/** Returns when a delivery is sent again after this many failed attempts; null when it has failed for good. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const delay = DELAYS_MS[attempts - 1]
  return delay === undefined ? null : new Date(now.getTime() + delay)
}
