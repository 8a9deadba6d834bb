import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

/**
 * New members start as if the welcome pages were behind them: /welcome does not exist yet, and sending people there
 * would send them to a missing page. The pages' own feature turns this to false.
 */
const SETTINGS_OF_NEW_MEMBERS = JSON.stringify({ onboarded: true })

/** A session with all that a request needs to know of its member: one trip. */
export function findSession(db: Db, token: string) {
  return db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .leftJoin('profiles', 'profiles.id', 'user.id')
    .where('session.token', '=', token)
    .select([
      'session.expiresAt as expires_at',
      'user.id as user_id',
      'user.email',
      'user.name',
      'profiles.id as profile_id',
      'profiles.username',
      'profiles.display_name',
      'profiles.avatar_url',
      'profiles.role',
      'profiles.settings',
      'profiles.disabled_at',
    ])
    .executeTakeFirst()
}

export type SessionRow = NonNullable<Awaited<ReturnType<typeof findSession>>>

export async function findDisabledAt(db: Db, userId: string): Promise<Date | null> {
  const row = await db.selectFrom('profiles').where('id', '=', userId).select('disabled_at').executeTakeFirst()
  return row?.disabled_at ?? null
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

/** The row by which better-auth knows a password. */
export async function insertPassword(db: Db, userId: UserId, password: string): Promise<void> {
  await db.insertInto('account').values({ userId, accountId: userId, providerId: 'credential', password }).execute()
}

/** Answers false when the username is taken in any letter case. */
export async function insertProfile(
  db: Db,
  profile: { id: UserId; username: string; display_name: string; role: 'user' | 'admin' },
): Promise<boolean> {
  const row = await db
    .insertInto('profiles')
    .values({ ...profile, settings: SETTINGS_OF_NEW_MEMBERS })
    .onConflict((conflict) => conflict.expression(sql`lower(username)`).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** The profile of a member who has none, without a username, which only they can choose (create_user_profile_safe). */
export async function insertMissingProfile(db: Db, id: string, displayName: string | null): Promise<void> {
  await db
    .insertInto('profiles')
    .values({ id, display_name: displayName, settings: SETTINGS_OF_NEW_MEMBERS })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

export async function deleteSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('session').where('token', '=', token).execute()
}

/** Answers the member's id when this changed anything. */
export async function makeAdmin(db: Db, email: string): Promise<string | null> {
  const row = await db
    .updateTable('profiles')
    .from('user')
    .whereRef('user.id', '=', 'profiles.id')
    .where('user.email', '=', email)
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
