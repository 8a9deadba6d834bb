import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Keyset } from '#db/keyset.ts'
import type { SubjectType } from '#shared/subject.ts'
import type { USER_FILTERS } from '../admin.endpoints.ts'

export interface Counts {
  members: number
  new_members: number
  games: number
  outbox: number
  /** Items with open reports. */
  open_reports: number
  open_contact_messages: number
}

export async function countAll(db: Db, since: Date): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*) from profiles) as members,
      (select count(*) from profiles where created_at > ${since}) as new_members,
      (select count(*) from games) as games,
      (select count(*) from outbox) as outbox,
      (select count(distinct (item_type, item_id)) from reports where status = 'open') as open_reports,
      (select count(*) from contact_messages where status = 'open') as open_contact_messages`.execute(db)
  return rows[0] as Counts
}

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

/** Lists members, newest first. `search` matches a part of a name; an email address must match as a whole. */
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

/** The types of items in the audit log. */
export type AuditedItem = 'user' | 'error' | 'challenge' | 'contact' | SubjectType

export interface AuditLogRecord {
  adminId: string | null
  action: string
  itemType: AuditedItem
  itemId: string
  data: Record<string, unknown>
  at: Date
}

export async function insertAuditLog(
  db: Db,
  { adminId, action, itemType, itemId, data, at }: AuditLogRecord,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      admin_id: adminId,
      action,
      item_type: itemType,
      item_id: itemId,
      data: JSON.stringify(data),
      created_at: at,
    })
    .execute()
}

export interface AuditLogRow {
  id: string
  by: string | null
  action: string
  about: string | null
  reason: string | null
  created_at: Date
}

/** Lists the latest entries first, with the names of the admin and the item. */
export async function listAuditLog(db: Db, most: number): Promise<AuditLogRow[]> {
  const { rows } = await sql<AuditLogRow>`
    select latest.id, admin.username as by, action, data ->> 'reason' as reason, latest.created_at,
      case item_type
        when 'user' then (
          select coalesce(username, display_name) from profiles where id = item_id::uuid
        )
        when 'error' then (select message from error_groups where id = item_id::uuid)
        when 'challenge' then data ->> 'title'
        when 'contact' then data ->> 'title'
        -- Of what was reported: whose it is.
        else (select coalesce(username, display_name) from profiles where id = (data ->> 'author')::uuid)
      end as about
    from (select * from audit_log order by created_at desc, id desc limit ${most}) latest
    left join profiles admin on admin.id = latest.admin_id
    order by latest.created_at desc, latest.id desc`.execute(db)
  return rows
}
