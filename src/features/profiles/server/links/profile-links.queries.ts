import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

const COLUMNS = ['id', 'username', 'website', 'more_links', 'links_checked_at'] as const

/** A member with the addresses of their profile; undefined if there is no such member, or the account is disabled. */
export function findLinks(db: Db, id: UserId) {
  return db
    .selectFrom('profiles')
    .where('id', '=', id)
    .where('disabled_at', 'is', null)
    .select(COLUMNS)
    .executeTakeFirst()
}

/** The members whose links nobody has looked at since `before`, those that were never looked at first. */
export function listUncheckedLinks(db: Db, before: Date, most: number) {
  return db
    .selectFrom('profiles')
    .where((where) => where.or([where('website', 'is not', null), where('more_links', 'is not', null)]))
    .where((where) => where.or([where('links_checked_at', 'is', null), where('links_checked_at', '<', before)]))
    .where('disabled_at', 'is', null)
    .orderBy('links_checked_at', (order) => order.asc().nullsFirst())
    .orderBy('id')
    .limit(most)
    .select(COLUMNS)
    .execute()
}
