import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import { escapeLike } from '#db/like.ts'

/** The type of an item in the audit log: 'user', 'job', a subject type, or another name that its feature chooses. */
export interface AuditLogRecord {
  adminId: string | null
  action: string
  itemType: string
  itemId: string
  /** `title` names the item, `reason` explains the action, `changes` has the changed facts, `author` the author of reported content, `by` who did it if no admin did. */
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
  item_type: string
  item_id: string
  about: string | null
  /** The latest action on the item deleted it. */
  is_deleted: boolean
  reason: string | null
  /** Of each changed fact: the value before and after. */
  changes: Record<string, [unknown, unknown]> | null
  created_at: Date
}

export interface AuditLogFilter {
  /** A part of the name of the admin, or of the member affected. */
  search: string
  action: string | null
  since: Date | null
}

export const EVERYTHING: AuditLogFilter = { search: '', action: null, since: null }

/** Lists entries, the latest first, with the names of the admin and the item. */
export async function listAuditLog(
  db: Db,
  { search, action, since }: AuditLogFilter,
  before: Keyset | null,
  most: number,
): Promise<AuditLogRow[]> {
  const part = `%${escapeLike(search.toLowerCase())}%`
  const found = sql`array(
    select id from profiles where lower(coalesce(username, '') || ' ' || coalesce(display_name, '')) like ${part}
  )`
  const conditions = [
    ...(search === ''
      ? []
      : [
          sql`(admin_id = any(${found}) or item_id = any(${found}::text[]) or data ->> 'author' = any(${found}::text[])
            or lower(data ->> 'title') like ${part})`,
        ]),
    ...(action === null ? [] : [sql`action = ${action}`]),
    ...(since === null ? [] : [sql`created_at >= ${since}`]),
    isBefore(before, 'created_at', 'id'),
  ]
  const { rows } = await sql<AuditLogRow>`
    select latest.id, coalesce(admin.username, data ->> 'by') as by, action, item_type, item_id, data ->> 'reason' as reason,
      data -> 'changes' as changes, latest.created_at,
      (
        select starts_with(last.action, 'delete_') from audit_log last
        where last.item_type = latest.item_type and last.item_id = latest.item_id
        order by last.created_at desc, last.id desc limit 1
      ) as is_deleted,
      case item_type
        when 'user' then (
          select coalesce(username, display_name) from profiles where id = item_id::uuid
        )
        when 'error' then (select message from error_groups where id = item_id::uuid)
        -- The title of the item; for reported content without one, the name of its author.
        else coalesce(
          data ->> 'title',
          (select coalesce(username, display_name) from profiles where id = (data ->> 'author')::uuid)
        )
      end as about
    from (
      select * from audit_log where ${sql.join(conditions, sql` and `)} order by created_at desc, id desc limit ${most}
    ) latest
    left join profiles admin on admin.id = latest.admin_id
    order by latest.created_at desc, latest.id desc`.execute(db)
  return rows
}
