import type { Db } from '#db/db.ts'
import type { StoredFile } from '#server/storage/stored-files.ts'

export async function upsertAvatar(
  db: Db,
  avatar: StoredFile & { user_id: string; version: string; updated_at: Date },
): Promise<void> {
  const { user_id: _, ...rest } = avatar
  await db
    .insertInto('avatars')
    .values(avatar)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(rest))
    .execute()
}

export async function deleteAvatar(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('avatars').where('user_id', '=', userId).execute()
}

/** Reads an avatar. Disabled members have none. */
export function findAvatar(db: Db, userId: string) {
  return db
    .selectFrom('avatars')
    .innerJoin('profiles', 'profiles.id', 'avatars.user_id')
    .where('avatars.user_id', '=', userId)
    .where('profiles.disabled_at', 'is', null)
    .select(['avatars.bytes', 'avatars.stored_as', 'avatars.version'])
    .executeTakeFirst()
}

/** Returns the URL of the provider's picture (G11), while the member has no avatar here. */
export async function findProviderPicture(db: Db, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('user')
    .innerJoin('profiles', 'profiles.id', 'user.id')
    .where('user.id', '=', userId)
    .where('profiles.avatar_url', 'is', null)
    .select('user.image')
    .executeTakeFirst()
  return row?.image ?? null
}
