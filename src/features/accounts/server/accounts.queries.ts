import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import { PASSWORD_PROVIDER } from './auth/provider-ids.ts'

/** A session with all that a request needs to know of its member: one trip. */
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

/** Those of these sessions that are in force. Looking at them touches none. */
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

/** Kept out for good, and not by the member's own deletion, which signing in takes back. */
const IS_DISABLED = sql<boolean>`profiles.disabled_at is not null
  and profiles.disabled_at is distinct from profiles.deleted_at`

/** The member is here. Nothing is written when another request has just said so. */
export async function touchMember(db: Db, userId: string, now: Date, since: Date): Promise<void> {
  await db
    .updateTable('profiles')
    .set({ last_seen_at: now })
    .where('id', '=', userId)
    .where(({ or, eb }) => or([eb('last_seen_at', 'is', null), eb('last_seen_at', '<=', since)]))
    .execute()
}

/** What keeps a member out. */
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

/** The account behind an address, with what decides whether it gets a mail. */
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

/** Answers null when the address has an account already; waits for whoever is just making one. */
export async function insertUser(db: Db, user: { email: string; name: string }): Promise<UserId | null> {
  const row = await db
    .insertInto('user')
    .values(user)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return (row?.id as UserId | undefined) ?? null
}

/** The row that holds a password, as `auth/` looks for it. */
export async function insertPassword(db: Db, userId: UserId, password: string): Promise<void> {
  await db
    .insertInto('account')
    .values({ userId, accountId: userId, providerId: PASSWORD_PROVIDER, password })
    .execute()
}

/** Answers false when the username is taken in any letter case. */
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
 * The profile of a member who has none, without a username, which only they can choose (create_user_profile_safe). Answers
 * false where it was there already.
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

/** The address has answered. */
export async function confirmEmail(db: Db, userId: string): Promise<void> {
  await db.updateTable('user').set({ emailVerified: true, updatedAt: sql`now()` }).where('id', '=', userId).execute()
}

/** Replaces the password, or gives a first one to a member who came through a provider. */
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

export function listSignInMethods(db: Db, userId: string) {
  return db.selectFrom('account').where('userId', '=', userId).select(['providerId', 'createdAt']).execute()
}

/** Answers false where it is the only way in, or there is none: another one is looked for in the same statement. */
export async function deleteSignInMethod(db: Db, userId: string, providerId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('account')
    .where('userId', '=', userId)
    .where('providerId', '=', providerId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('account as other')
          .where('other.userId', '=', userId)
          .where('other.providerId', '=', PASSWORD_PROVIDER)
          .select('other.id'),
      ),
    )
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** All sessions of a member, but for the one that is kept. */
export async function deleteSessionsOf(db: Db, userId: string, keptToken: string | null): Promise<void> {
  await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .$if(keptToken !== null, (query) => query.where('token', '<>', keptToken))
    .execute()
}

export async function findEmail(db: Db, userId: string): Promise<string | null> {
  const row = await db.selectFrom('user').where('id', '=', userId).select('email').executeTakeFirst()
  return row?.email ?? null
}

/** For the list of one's own sessions. */
export async function touchSession(db: Db, token: string, now: Date): Promise<void> {
  await db.updateTable('session').set({ updatedAt: now }).where('token', '=', token).execute()
}

export async function deleteSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token', '=', token).execute()
}

/**
 * Answers the member's id when this changed anything. An address counts that has answered, by mail or by the word of a
 * provider; without confirmation by mail (`isToBeConfirmed`) also one that was typed here together with a password, but never
 * one that a provider has brought unverified.
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

/** Rows that nothing will ever read again. Answers how many there were. */
export async function deleteExpired(db: Db, now: Date): Promise<number> {
  const sessions = await db.deleteFrom('session').where('expiresAt', '<', now).executeTakeFirst()
  const verifications = await db.deleteFrom('verification').where('expiresAt', '<', now).executeTakeFirst()
  return Number(sessions.numDeletedRows + verifications.numDeletedRows)
}
