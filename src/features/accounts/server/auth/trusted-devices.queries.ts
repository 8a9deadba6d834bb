import type { Db } from '#db/db.ts'

/**
 * Deletes the member's trusted devices and pending second steps. better-auth stores both as verifications whose value
 * is the member's id.
 */
export async function deleteTrustedDevices(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('verification').where('value', '=', userId).execute()
}
