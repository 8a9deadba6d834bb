/** The documented times of sessions and what hangs on them, for the browser. All in milliseconds. */

const MINUTE_MS = 60_000

/** How long who is signed in is taken for granted (R-SESS-22, R-SESS-23). */
export const SESSION_STALE_MS = 5 * MINUTE_MS
/** A page that does not know yet who is signed in goes on as a visitor's after this (R-SESS-06). */
export const SESSION_TIMEOUT_MS = 8000
/** The own profile, asked for again, may take this long; then the page goes on with what it has (R-SESS-11). */
export const PROFILE_TIMEOUT_MS = 3000
/** Profiles as pages show them (R-SESS-24, C37). */
export const PROFILE_QUERY_STALE_MS = 10 * MINUTE_MS
/** A member's figures about games; own writes make them stale at once (R-SESS-25). */
export const STATS_STALE_MS = 15 * MINUTE_MS

/** Whether a renewed session makes the page ask for the own profile again: only if it is missing or old (R-SESS-03). */
export function isProfileDue(profile: { readAt: number } | null, now: number): boolean {
  return profile === null || now - profile.readAt > SESSION_STALE_MS
}
