import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { PASSWORD_PROVIDER } from '../auth/provider-ids.ts'

/**
 * True while the member can cancel the deletion: they deleted the account themselves and no admin has disabled it
 * since.
 */
const IS_OWN_DELETION = sql<boolean>`profiles.deleted_at = profiles.disabled_at`

export interface AccountToDelete {
  username: string | null
  email: string
  role: string
  hasPassword: boolean
  sessionBegan: Date
}

/** Reads the member of this session, with everything that the deletion depends on. */
export async function findAccountToDelete(db: Db, sessionToken: string): Promise<AccountToDelete | undefined> {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .innerJoin('profiles', 'profiles.id', 'user.id')
    .where('session.token', '=', sessionToken)
    .select((from) => [
      'profiles.username',
      'profiles.role',
      'user.email',
      'session.createdAt as sessionBegan',
      from
        .exists(
          from
            .selectFrom('account')
            .whereRef('account.userId', '=', 'user.id')
            .where('account.providerId', '=', PASSWORD_PROVIDER)
            .select('account.id'),
        )
        .$castTo<boolean>()
        .as('hasPassword'),
    ])
    .executeTakeFirst()
}

/** Marks the account as deleted. Returns false when it is already deleted or disabled. */
export async function markDeleted(db: Db, userId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('profiles')
    .set({ deleted_at: now, disabled_at: now, updated_at: now })
    .where('id', '=', userId)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Cancels the deletion of the session's account if it was deleted after `since`. Returns the account when this changed
 * it.
 */
export async function cancelDeletion(
  db: Db,
  sessionToken: string,
  since: Date,
  now: Date,
): Promise<{ id: string; email: string } | undefined> {
  return db
    .updateTable('profiles')
    .from('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .whereRef('profiles.id', '=', 'user.id')
    .where('session.token', '=', sessionToken)
    .where('profiles.deleted_at', '>', since)
    .where(IS_OWN_DELETION)
    .set({ deleted_at: null, disabled_at: null, updated_at: now })
    .returning(['profiles.id', 'user.email'])
    .executeTakeFirst()
}

/** Lists the accounts that were deleted before `before`, oldest deletion first. */
export async function listDueDeletions(db: Db, before: Date, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('profiles')
    .where('deleted_at', '<=', before)
    .select('id')
    .orderBy('deleted_at')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Locks an account for removal and returns its email address. Returns undefined when the member has restored the
 * account or another node has removed it.
 */
export async function lockDueDeletion(db: Db, userId: string, before: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom('profiles')
    .innerJoin('user', 'user.id', 'profiles.id')
    .where('profiles.id', '=', userId)
    .where('profiles.deleted_at', '<=', before)
    .select('user.email')
    .forUpdate('profiles')
    .executeTakeFirst()
  return row?.email
}

/**
 * Deletes the user and, by foreign keys, all their rows. Codes and stored mails have no foreign key and are deleted
 * explicitly.
 */
export async function deleteUser(db: Db, userId: string, email: string): Promise<void> {
  await db.deleteFrom('verification').where('value', 'like', `${userId}%`).execute()
  await db.deleteFrom('outbox').where('recipient', '=', email).execute()
  await db.deleteFrom('user').where('id', '=', userId).execute()
}
