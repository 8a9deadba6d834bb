import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'

const COLUMNS = ['id', 'username', 'website', 'more_links'] as const

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

/** Stores which of the addresses are verified, and returns whether that changes what readers see. */
export async function storeVerified(db: Db, id: string, verified: readonly string[], at: Date): Promise<boolean> {
  const { rows } = await sql<{ is_changed: boolean }>`
    with known as (select verified_links from profiles where id = ${id})
    update profiles set verified_links = ${[...verified]}::text[], links_checked_at = ${at}
    from known
    where id = ${id}
    returning known.verified_links <> profiles.verified_links as is_changed`.execute(db)
  return rows[0]?.is_changed ?? false
}
