/** Numbers and texts of two-factor sign-in and passkeys, for server and browser. */

/** Lifetime of the second sign-in step, in seconds. */
export const SECOND_STEP_SECONDS = 10 * 60
/** How long a trusted device needs no code, in seconds: 30 days, like a remembered session (C66). */
export const TRUST_SECONDS = 30 * 24 * 3600
export const RECOVERY_CODES = 10
/**
 * How long the account's second step is locked after too many wrong codes, in seconds. This is better-auth's own value.
 */
export const LOCK_SECONDS = 15 * 60
/**
 * How old a session may be to prove the identity of a member without a password, who wants to delete the account, add a
 * passkey or link a provider. Seconds.
 */
export const RECENT_SECONDS = 10 * 60
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 60

/** Parses the typed code. Six digits are a code of the app, whatever the spacing; anything else is a recovery code. */
export function readCode(typed: string): { kind: 'app' | 'recovery'; code: string } {
  const bare = typed.replace(/[\s-]/g, '')
  if (/^\d{6}$/.test(bare)) return { kind: 'app', code: bare }
  return { kind: 'recovery', code: `${bare.slice(0, 5)}-${bare.slice(5)}` }
}
