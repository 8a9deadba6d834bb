import { atMostText } from '#shared/sentences.ts'

/** The most webhooks that a member may have. */
export const MOST_WEBHOOKS = 10
export const WEBHOOK_URL_LENGTH = 500
/** The member's log of a webhook shows this many deliveries, the newest first. */
export const DELIVERIES_SHOWN = 50
export const DELIVERY_KEPT_DAYS = 30

export const WEBHOOK_EVENTS = ['library.changed', 'review.changed', 'list.changed'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
/** A test of the address is sent as a ping. */
export type DeliveryType = WebhookEvent | 'ping'

export const EVENT_TEXTS: Record<DeliveryType, string> = {
  'library.changed': 'Library changed',
  'review.changed': 'Review written, changed or deleted',
  'list.changed': 'List created, changed or deleted',
  ping: 'Test',
}

export const FAILURES = [
  'status',
  'timeout',
  'private',
  'unknown_host',
  'refused',
  'certificate',
  'connection',
] as const
export type Failure = (typeof FAILURES)[number]

export const FAILURE_TEXTS: Record<Failure, string> = {
  status: 'The address did not answer with success',
  timeout: 'No answer within 10 seconds',
  private: 'Addresses of private networks are not called',
  unknown_host: 'Nobody knows this host',
  refused: 'Nothing listens at this address',
  certificate: 'The certificate of this address is not valid',
  connection: 'The connection failed',
}

export const WEBHOOK_TEXTS = {
  urlWrong: 'Enter an address that begins with https:// or http://, without a name and password',
  eventRequired: 'Choose at least one event',
  tooMany: atMostText(MOST_WEBHOOKS, 'webhooks'),
  missing: 'This webhook does not exist',
  deliveryMissing: 'This delivery does not exist',
  failed: 'Your webhooks could not be loaded. Please try again.',
  deliveriesFailed: 'The deliveries could not be loaded. Please try again.',
  none: 'You have no webhooks.',
  noDeliveries: 'Nothing has been sent yet.',
  lead: 'A webhook calls an address of yours within a minute after your library, reviews or lists have changed. The call says what to read again through the API.',
  once: 'Each call is signed with this secret. Copy it now, because it is not shown again.',
  remove: 'Nothing more is sent to this address, and its log is deleted.',
  paused: 'Paused, because a call has failed for a day',
} as const

/** How long after a failed attempt the next one follows, in milliseconds; after the last one the delivery has failed. */
const MINUTE = 60_000
const DELAYS_MS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * 60 * MINUTE, 6 * 60 * MINUTE, 15 * 60 * MINUTE]

/** Returns when a delivery is sent again after this many failed attempts; null when it has failed for good. */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const delay = DELAYS_MS[attempts - 1]
  return delay === undefined ? null : new Date(now.getTime() + delay)
}
