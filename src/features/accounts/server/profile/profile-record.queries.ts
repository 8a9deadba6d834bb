import type { Updateable } from 'kysely'
import type { Db, Tables } from '#db/db.ts'

const COLUMNS = [
  'profiles.id',
  'profiles.username',
  'profiles.display_name',
  'profiles.avatar_url',
  'profiles.bio',
  'profiles.location',
  'profiles.website',
  'profiles.role',
  'profiles.settings',
  'profiles.username_changed_at',
  'profiles.last_seen_at',
  'profiles.created_at',
  'profiles.updated_at',
  'user.email',
] as const

/** Reads a profile as its owner sees it. `lock` locks the row until the transaction ends. */
export function findProfileRecord(db: Db, id: string, { lock = false } = {}) {
  return db
    .selectFrom('profiles')
    .innerJoin('user', 'user.id', 'profiles.id')
    .where('profiles.id', '=', id)
    .select(COLUMNS)
    .$if(lock, (query) => query.forUpdate('profiles'))
    .executeTakeFirst()
}

export type ProfileRecord = NonNullable<Awaited<ReturnType<typeof findProfileRecord>>>

export async function updateProfile(db: Db, id: string, changes: Updateable<Tables['profiles']>): Promise<void> {
  await db.updateTable('profiles').set(changes).where('id', '=', id).execute()
}

/** Returns the user's name from sign-up or from the provider. */
export async function findUserName(db: Db, userId: string): Promise<string | undefined> {
  return (await db.selectFrom('user').where('id', '=', userId).select('name').executeTakeFirst())?.name
}
