import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import { PASSWORD_PROVIDER } from './auth/provider-ids.ts'

/** Reads a session, with everything that a request needs to know about its member, in one query. */
export function findSession(db: Db, token: string) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .leftJoin('profiles', 'profiles.id', 'user.id')
    .where('session.token', '=', token)
    .select([
      'session.expiresAt as expires_at',
      'session.updatedAt as seen_at',
      'user.id as user_id',
      'user.email',
      'user.name',
      'user.image',
      'profiles.id as profile_id',
      'profiles.username',
      'profiles.display_name',
      'profiles.avatar_url',
      'profiles.role',
      'profiles.settings',
      'profiles.disabled_at',
      'profiles.last_seen_at',
    ])
    .executeTakeFirst()
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

/** Returns those of the tokens whose sessions are valid. The query does not mark the sessions as seen. */
export async function listOpenSessions(db: Db, tokens: readonly string[], now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('session')
    .innerJoin('profiles', 'profiles.id', 'session.userId')
    .where(sql<boolean>`session.token = any(${tokens}::text[])`)
    .where('session.expiresAt', '>', now)
    .where('profiles.disabled_at', 'is', null)
    .select('session.token')
    .execute()
  return rows.map(({ token }) => token)
}

/**
 * True when an admin has disabled the member. A member's own deletion does not count, because signing in cancels it.
 */
const IS_DISABLED = sql<boolean>`profiles.disabled_at is not null
  and profiles.disabled_at is distinct from profiles.deleted_at`

/** Sets the time when the member was last seen, unless another request has set it since `since`. */
export async function touchMember(db: Db, userId: string, now: Date, since: Date): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ last_seen_at: now })
    .where('id', '=', userId)
    .where(({ or, eb }) => or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<=', since)]))
    .execute()
}

/** Returns the facts that may prevent the member from signing in. */
export async function findBarriers(
  db: Db,
  userId: string,
): Promise<{ isDisabled: boolean; isConfirmed: boolean; isGone: boolean }> {
  const row = await db
    .selectFrom('user')
    .leftJoin('profiles', 'profiles.id', 'user.id')
    .where('user.id', '=', userId)
    .select(['user.emailVerified', IS_DISABLED.as('isDisabled')])
    .executeTakeFirst()
  return { isDisabled: row?.isDisabled ?? false, isConfirmed: row?.emailVerified ?? false, isGone: row === undefined }
}

/** Finds the account with this email address, with the columns that decide whether it gets a mail. */
export function findAccount(db: Db, email: string) {
  return db
    .selectFrom('user')
    .leftJoin('profiles', 'profiles.id', 'user.id')
    .where('user.email', '=', email)
    .select(['user.id', 'user.emailVerified', IS_DISABLED.as('isDisabled')])
    .executeTakeFirst()
}

export async function isUsernameTaken(db: Db, username: string): Promise<boolean> {
  const row = await db
    .selectFrom('profiles')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function hasAccount(db: Db, email: string): Promise<boolean> {
  const row = await db.selectFrom('user').where('email', '=', email).select('id').executeTakeFirst()
  return row !== undefined
}

/**
 * Inserts a user. Returns null when the email address already has an account; waits for a concurrent insert of the same
 * address.
 */
export async function insertUser(db: Db, user: { email: string; name: string }): Promise<UserId | null> {
  const row = await db
    .insertInto('user')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return (row?.id as UserId | undefined) ?? null
}

/** Inserts the account row in which `auth/` looks up a password. */
export async function insertPassword(db: Db, userId: UserId, password: string): Promise<void> {
  await db
    .insertInto('account')
    .values({ userId, accountId: userId, providerId: PASSWORD_PROVIDER, password })
    .execute()
}

/** Inserts a profile. Returns false when the username is taken in any letter case. */
export async function insertProfile(
  db: Db,
  profile: { id: UserId; username: string; display_name: string; role: 'user' | 'admin' },
): Promise<boolean> {
  const row = await db
    .insertInto('profiles')
    .values(profile)
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Inserts a profile without a username for a user who has none; only the member can choose the username
 * (create_user_profile_safe). Returns false when the profile already exists.
 */
export async function insertMissingProfile(db: Db, id: string, displayName: string | null): Promise<boolean> {
  const row = await db
    .insertInto('profiles')
    .values({ id, display_name: displayName })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Marks the member's email address as confirmed. */
export async function confirmEmail(db: Db, userId: string): Promise<void> {
  await db.updateTable('user').set({ emailVerified: true, updatedAt: sql`now()` }).where('id', '=', userId).execute()
}

/** Sets the password. A member who signed up through a provider gets their first one. */
export async function setPassword(db: Db, userId: string, password: string): Promise<void> {
  await db
    .insertInto('account')
    .values({ userId, accountId: userId, providerId: PASSWORD_PROVIDER, password })
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'accountId']).doUpdateSet({ password, updatedAt: sql`now()` }),
    )
    .execute()
}

export async function findPassword(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('account')
    .where('userId', '=', userId)
    .where('providerId', '=', PASSWORD_PROVIDER)
    .select('password')
    .executeTakeFirst()
  return row?.password ?? null
}

/** Returns the hash of the account's password, or null without an account or a password. */
export async function findPasswordByEmail(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('user')
    .innerJoin('account', 'account.userId', 'user.id')
    .where('user.email', '=', email)
    .where('account.providerId', '=', PASSWORD_PROVIDER)
    .select('account.password')
    .executeTakeFirst()
  return row?.password ?? null
}

export function listSignInMethods(db: Db, userId: string) {
  return db.selectFrom('account').where('userId', '=', userId).select(['providerId', 'createdAt']).execute()
}

/** Locks the member's user row, so that of two simultaneous removals the second sees the first. */
export async function lockSignInMethods(db: Db, userId: string): Promise<void> {
  await db.selectFrom('user').where('id', '=', userId).select('id').forUpdate().execute()
}

/**
 * Deletes a sign-in method. Returns false when the member does not have it or has none of `others`: the same statement
 * checks that.
 */
export async function deleteSignInMethod(
  db: Db,
  userId: string,
  providerId: string,
  others: readonly string[],
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account')
    .where('userId', '=', userId)
    .where('providerId', '=', providerId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('account as other')
          .where('other.userId', '=', userId)
          .where('other.providerId', 'in', others)
          .select('other.id'),
      ),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes all sessions of a member except the one with this token. */
export async function deleteSessionsOf(db: Db, userId: string, exceptToken: string | null): Promise<void> {
  await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .$if(exceptToken !== null, (query) => query.where('token', '<>', exceptToken))
    .execute()
}

export async function findEmail(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('user').where('id', '=', userId).select('email').executeTakeFirst()
  return row?.email ?? null
}

/** Updates the time when the session was last seen, for the member's list of sessions. */
export async function touchSession(db: Db, token: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ updatedAt: now }).where('token', '=', token).execute()
}

export async function deleteSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token', '=', token).execute()
}

/**
 * Gives the admin role to the account with this email address. Returns the member's id when this changed anything. The
 * address must be confirmed, by mail or by a provider. Without confirmation by mail (`isToBeConfirmed` is false), an
 * unconfirmed address also counts if its account has a password, but never one that only a provider supplied.
 */
export async function makeAdmin(db: Db, email: string, isToBeConfirmed: boolean): Promise<string | null> {
  const row = await db
    .updateTable('profiles')
    .from('user')
    .whereRef('user.id', '=', 'profiles.id')
    .where('user.email', '=', email)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('user.emailVerified', '=', true),
        ...(isToBeConfirmed
          ? []
          : [
              exists(
                selectFrom('account')
                  .whereRef('account.userId', '=', 'user.id')
                  .where('account.providerId', '=', PASSWORD_PROVIDER)
                  .select('account.id'),
              ),
            ]),
      ]),
    )
    .where('profiles.role', '<>', 'admin')
    .set({ role: 'admin', updated_at: sql`now()` })
    .returning('profiles.id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Deletes expired sessions and verifications. Returns the number of deleted rows. */
export async function deleteExpired(db: Db, now: Date): Promise<number> {
  const sessions = await db.deleteFrom('session').where('expiresAt', '<', now).executeTakeFirst()
  const verifications = await db.deleteFrom('verification').where('expiresAt', '<', now).executeTakeFirst()
  return Number(sessions.numDeletedRows + verifications.numDeletedRows)
}
