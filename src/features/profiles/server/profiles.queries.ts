import type { Db } from '#db/db.ts'

/** Without disabled members. */
export function listProfiles(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('profiles')
    .where('id', 'in', ids)
    .where('disabled_at', 'is', null)
    .select(['id', 'username', 'display_name', 'avatar_url'])
    .execute()
}
