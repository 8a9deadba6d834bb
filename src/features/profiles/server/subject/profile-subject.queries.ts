import type { Db } from '#db/db.ts'

/** Reads the current profiles, including those of disabled members. */
export function listReportedProfiles(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('profiles')
    .where('id', 'in', ids)
    .select(['id', 'username', 'display_name', 'bio', 'location', 'website', 'pronouns', 'pinned_line', 'more_links'])
    .select(['waiting_texts', 'disabled_at'])
    .execute()
}
