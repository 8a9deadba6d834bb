import { MINUTE_MS } from '#shared/durations.ts'

/** The documented times around sessions, for the browser. All in milliseconds. */

/** How long the cached session counts as fresh (R-SESS-22, R-SESS-23). */
export const SESSION_STALE_MS = 5 * MINUTE_MS
/** A page that does not know the session by then treats the viewer as a visitor (R-SESS-06). */
export const SESSION_TIMEOUT_MS = 8000
/** Timeout for reading the own profile again. After it the page continues with the data it has (R-SESS-11). */
export const PROFILE_TIMEOUT_MS = 3000
/** How long a cached profile counts as fresh (R-SESS-24, C37). */
export const PROFILE_QUERY_STALE_MS = 10 * MINUTE_MS
/** How long a member's statistics count as fresh. The member's own writes invalidate them at once (R-SESS-25). */
export const STATS_STALE_MS = 15 * MINUTE_MS

/**
 * Returns true when a renewed session requires the own profile to be read again: it is missing or stale (R-SESS-03).
 */
export function isProfileDue(profile: { readAt: number } | null, now: number): boolean {
  return profile === null || now - profile.readAt > SESSION_STALE_MS
}
