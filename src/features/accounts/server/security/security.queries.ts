import { sql } from 'kysely'
import type { Db } from '#db/db.ts'

/** Lists the sessions, the most recently seen first. */
export function listSessions(db: Db, userId: string, now: Date) {
  return db
    .selectFrom('session')
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .select(['id', 'token', 'userAgent', 'createdAt', 'updatedAt'])
    .orderBy('updatedAt', 'desc')
    .limit(200)
    .execute()
}

/** Deletes a session if it belongs to the member. Returns the number of deleted rows. */
export async function deleteOwnSession(db: Db, userId: string, id: string): Promise<number> {
  const result = await db.deleteFrom('session').where('userId', '=', userId).where('id', '=', id).executeTakeFirst()
  return Number(result.numDeletedRows)
}

export async function deleteOtherSessions(db: Db, userId: string, exceptToken: string): Promise<number> {
  const result = await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('token', '<>', exceptToken)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

/** Locks the member's user row, so that of two simultaneous confirmations the second sees the first. */
export async function lockUser(db: Db, userId: string): Promise<void> {
  await db.selectFrom('user').where('id', '=', userId).select('id').forUpdate().execute()
}

/** Changes the email address. Returns false when another account has it. */
export async function setEmail(db: Db, userId: string, email: string): Promise<boolean> {
  const result = await db
    .updateTable('user')
    .set({ email, emailVerified: true, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('user as other').where('other.email', '=', email).select('other.id'))),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Returns when the session was opened. */
export async function findSessionStart(db: Db, token: string): Promise<Date | null> {
  const row = await db.selectFrom('session').where('token', '=', token).select('createdAt').executeTakeFirst()
  return row?.createdAt ?? null
}
