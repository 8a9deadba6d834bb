import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Keyset } from '#db/keyset.ts'
import type { USER_FILTERS } from '../admin.endpoints.ts'

export interface Counts {
  members: number
  new_members: number
  games: number
  outbox: number
}

export async function countAll(db: Db, since: Date): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*) from profiles) as members,
      (select count(*) from profiles where created_at > ${since}) as new_members,
      (select count(*) from games) as games,
      (select count(*) from outbox) as outbox`.execute(db)
  return rows[0] as Counts
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export interface UserRow {
  id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
  role: string
  created_at: Date
  last_seen_at: Date | null
  disabled_at: Date | null
  disabled_reason: string | null
}

/** Lists members, newest first. `search` matches a part of a name; an email address or an id must match as a whole. */
export async function listUsers(
  db: Db,
  { search, show }: { search: string; show: (typeof USER_FILTERS)[number] },
  before: Keyset | null,
  most: number,
): Promise<UserRow[]> {
  const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const named = sql`lower(coalesce(username, '') || ' ' || coalesce(display_name, '')) like ${part}`
  const wanted =
    search === ''
      ? sql`true`
      : UUID.test(search)
        ? sql`profiles.id = ${search}::uuid`
        : search.includes('@')
          ? sql`profiles.id in (select id from "user" where email = ${search.toLowerCase()})`
          : named
  const shown = { all: sql`true`, admins: sql`role = 'admin'`, disabled: sql`disabled_at is not null` }[show]
  const { rows } = await sql<UserRow>`
    with found as (
      select id, username, display_name, avatar_url, role, created_at, last_seen_at, disabled_at, disabled_reason
      from profiles
      where ${wanted} and ${shown} ${before ? sql`and (created_at, id) < (${before.at}, ${before.id}::uuid)` : sql``}
      order by created_at desc, id desc
      limit ${most}
    )
    select found.id, username, display_name, avatar_url, role, created_at, disabled_at, disabled_reason,
      greatest(last_seen_at, (select max("updatedAt") from session where "userId" = found.id)) as last_seen_at
    from found
    order by created_at desc, found.id desc`.execute(db)
  return rows
}
