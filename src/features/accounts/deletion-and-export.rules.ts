/** How long a deleted account can be had back by signing in, in days (G55). */
export const DELETION_GRACE_DAYS = 14

/** Without a password, a session that was opened so recently proves who asks, in minutes. */
export const FRESH_SESSION_MINUTES = 10

/** What is said around leaving. */
export const DELETION_TEXTS = {
  nameDiffers: 'This is not your username',
  emailDiffers: 'This is not your email',
  signInAgain: 'Please sign in again first. You then have ten minutes to delete the account.',
  lastAdmin: 'You are the only admin. Make somebody else an admin first.',
  restored: 'Your account is back: its deletion is called off.',
} as const

/** When an account that was deleted at this moment is removed for good (G55). */
export function removalDate(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + DELETION_GRACE_DAYS * 86_400_000)
}

/** Accounts that were deleted before this moment are past their grace. */
export function deletionGraceStart(now: Date): Date {
  return new Date(now.getTime() - DELETION_GRACE_DAYS * 86_400_000)
}

/** What a member types to confirm: the username, or the address of who has not chosen one. */
export function isOwnName(typed: string, own: { username: string | null; email: string }): boolean {
  return typed.trim().toLowerCase() === (own.username ?? own.email).toLowerCase()
}

/** Such as 'savepoint-ann-2026-11-21.json'. Plain ASCII: it stands in a header. */
export function exportFileName(productName: string, username: string | null, at: Date): string {
  const product = productName.toLowerCase().replace(/[^a-z0-9]+/g, '-')
  return `${product}-${username ?? 'member'}-${at.toISOString().slice(0, 10)}.json`.replace(/^-+/, '')
}
