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
