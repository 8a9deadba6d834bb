import { tooLongText } from '#shared/sentences.ts'
import type { TokenScope } from '#shared/token-scopes.ts'

/** The most tokens that a member may have, because each has its own limits. */
export const MOST_TOKENS = 20
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
export const REQUEST_KEPT_MS = 24 * 3600_000

/** What each scope allows, in a sentence. */
export const SCOPE_TEXTS: Record<TokenScope, string> = {
  'read:library': 'Games with status, rating, hours, notes and play sessions',
  'write:library': 'Add, change and remove games, and log play sessions',
  'read:journal': 'Every entry of your journal',
  'write:journal': 'Add, change and delete entries; an entry of a review or list is deleted with it',
  'read:social': 'Profiles, reviews, lists and the feed, as you see them; your private ones, too',
  'write:social': 'Add, change and delete your reviews and lists, which others may see',
}

export const TOKEN_TEXTS = {
  nameRequired: 'Name is required',
  nameTooLong: tooLongText('Name', TOKEN_NAME_LENGTH),
  scopeRequired: 'Choose at least one permission',
  tooMany: `You can have up to ${MOST_TOKENS} tokens. Revoke one first.`,
  missing: 'This token does not exist',
  failed: 'Your tokens could not be loaded. Please try again.',
  none: 'You have no tokens.',
  lead: 'A token lets a script or another app use your account through the API, within what you allow it. Treat it like a password.',
  once: 'Copy the token now. It is shown only this once.',
  revoke: 'Whatever uses this token loses access at once.',
} as const

/** Returns when a token that is created now expires. */
export const expiryOf = (days: TokenLifetime, now: Date): Date | null =>
  days === null ? null : new Date(now.getTime() + days * 24 * 3600_000)
