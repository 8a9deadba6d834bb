import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import { escapeLike } from '#db/like.ts'
import type { USER_FILTERS } from '../admin.endpoints.ts'

/** Rows are counted up to this number. */
const COUNTED_MAX = 10_000

/** A number of rows; `isEstimate`: there are more than `COUNTED_MAX`, and the statistics of the table estimate them. */
export interface RowCount {
  rows: number
  isEstimate: boolean
}

/**
 * Counts the rows of a table, reading at most `COUNTED_MAX` and one more: what an admin sees at each visit must not read a
 * table of the size of the catalogue. For more rows, autovacuum's statistics give an estimate.
 */
export async function countRows(db: Db, table: 'profiles' | 'games' | 'outbox'): Promise<RowCount> {
  const { rows } = await sql<{ counted: number; estimate: number }>`
    select (select count(*)::int from (select from ${sql.table(table)} limit ${sql.lit(COUNTED_MAX + 1)}) part) as counted,
      (select reltuples::float8 from pg_class where oid = ${sql.lit(table)}::regclass) as estimate`.execute(db)
  const { counted = 0, estimate = 0 } = rows[0] ?? {}
  const isEstimate = counted > COUNTED_MAX
  return { rows: isEstimate ? Math.max(Math.round(estimate), counted) : counted, isEstimate }
}

/** Counts the members who have joined since then, up to `COUNTED_MAX`; `isEstimate` means that there are more. */
export async function countJoinedSince(db: Db, since: Date): Promise<RowCount> {
  const { rows } = await sql<{ counted: number }>`
    select count(*)::int as counted from (
      select from profiles where created_at > ${since} limit ${sql.lit(COUNTED_MAX + 1)}
    ) part`.execute(db)
  const counted = rows[0]?.counted ?? 0
  return { rows: Math.min(counted, COUNTED_MAX), isEstimate: counted > COUNTED_MAX }
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
  disabled_until: Date | null
  disabled_message: string | null
}

/** Lists members, newest first. `search` matches a part of a name; an email address or an id must match as a whole. */
export async function listUsers(
  db: Db,
  { search, show }: { search: string; show: (typeof USER_FILTERS)[number] },
  before: Keyset | null,
  most: number,
): Promise<UserRow[]> {
  const part = `%${escapeLike(search.toLowerCase())}%`
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
      select id, username, display_name, avatar_url, role, created_at, last_seen_at, disabled_at, disabled_reason,
        disabled_until, disabled_message
      from profiles
      where ${wanted} and ${shown} and ${isBefore(before, 'created_at', 'id')}
      order by created_at desc, id desc
      limit ${most}
    )
    select found.id, username, display_name, avatar_url, role, created_at, disabled_at, disabled_reason, disabled_until,
      disabled_message,
      greatest(last_seen_at, (select max("updatedAt") from session where "userId" = found.id)) as last_seen_at
    from found
    order by created_at desc, found.id desc`.execute(db)
  return rows
}
