import { DAY_MS } from '#shared/durations.ts'

/** The most tokens that a member may have, because each has its own limits. */
export const MAX_TOKENS = 20
export const TOKEN_NAME_LENGTH = 60

/** Scanners for secrets find a token by this prefix. */
export const TOKEN_PREFIX = 'svp_'

/** The page that describes the public API. */
export const API_DOCS = '/api/docs'

/** The lifetimes that a member may choose, in days; null does not end. */
export const TOKEN_LIFETIMES = [30, 90, 365, null] as const
export type TokenLifetime = (typeof TOKEN_LIFETIMES)[number]

/** The time of the last use is written at most this often, in milliseconds. */
export const USE_INTERVAL_MS = 60_000

/** How long the answer of a write with an Idempotency-Key is stored at least, in milliseconds. */
export const REQUEST_KEPT_MS = DAY_MS
/** The same for a write of a member's device, which sends none that is older than OUTBOX_DAYS. */
export const KEPT_FOR_DEVICES_DAYS = 40

/** Returns when a token that is created now expires. */
export const expiryOf = (days: TokenLifetime, now: Date): Date | null =>
  days === null ? null : new Date(now.getTime() + days * DAY_MS)
