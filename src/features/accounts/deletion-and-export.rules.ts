import { DAY_MS } from '#shared/durations.ts'

/** How many days a member can restore the deleted account by signing in (G55). */
export const DELETION_GRACE_DAYS = 14

/** Returns when an account that was deleted at this moment is removed for good (G55). */
export function removalDate(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + DELETION_GRACE_DAYS * DAY_MS)
}

/** Returns the moment before which deleted accounts are past their grace period. */
export function deletionGraceStart(now: Date): Date {
  return new Date(now.getTime() - DELETION_GRACE_DAYS * DAY_MS)
}

/** Returns true when the typed text is the username, or the email address of a member without a username. */
export function isOwnName(typed: string, own: { username: string | null; email: string }): boolean {
  return typed.trim().toLowerCase() === (own.username ?? own.email).toLowerCase()
}

/** Returns a file name such as 'savepoint-ann-2026-11-21.json'. It is plain ASCII, so it is safe in a header. */
export function exportFileName(productName: string, username: string | null, at: Date, ending = '.json'): string {
  const product = productName.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${product}-${username ?? 'member'}-${at.toISOString().slice(0, 10)}${ending}`.replace(/^-+/, '')
}
