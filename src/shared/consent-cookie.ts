import { CONSENT_VERSION, type Consent, type ConsentLevel } from './consent.ts'

// Separate from consent.ts, which every page needs.

const DAY = 24 * 60 * 60
/**
 * Lifetimes of cookies, in seconds (R-PREF-11, R-PREF-13, R-PREF-14). The server defines those of the session and the
 * token.
 */
export const COOKIE_SECONDS = { consent: 365 * DAY, preferences: 365 * DAY, analytics: 30 * DAY } as const

export const consentText = (level: ConsentLevel, now: Date): string =>
  encodeURIComponent(
    JSON.stringify({ level, timestamp: now.toISOString(), version: CONSENT_VERSION } satisfies Consent),
  )
