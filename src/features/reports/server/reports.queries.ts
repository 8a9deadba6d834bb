import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isAfter, isBefore, type Keyset } from '#db/keyset.ts'
import { UUID } from '#shared/canonical-ids.ts'
import type { SubjectRef } from '#shared/subject.ts'
import { type Outcome, type ReportReason, statusOf } from '../reports.rules.ts'

/** Returns the id under which reports name a subject: its own, or for an id that is no UUID one that is made from it. */
function storedId({ subjectType, subjectId }: SubjectRef): string {
  if (UUID.test(subjectId)) return subjectId
  const hex = createHash('sha256').update(`${subjectType}:${subjectId}`).digest('hex')
  // Version 8 is for ids that an application makes (RFC 9562).
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export interface NewReport extends SubjectRef {
  reporterId: string
  authorId: string | null
  reason: ReportReason
  fact?: string
  text: string | null
  source?: string | null
  at: Date
}

/** Inserts a report. Returns undefined when the member has an open one about the same item. */
export function insertReport(db: Db, report: NewReport): Promise<{ id: string } | undefined> {
  return db
    .insertInto('reports')
    .values({
      reporter_id: report.reporterId,
      item_type: report.subjectType,
      item_id: storedId(report),
      subject_key: UUID.test(report.subjectId) ? null : report.subjectId,
      author_id: report.authorId,
      reason: report.reason,
      fact: report.fact ?? null,
      text: report.text,
      source: report.source ?? null,
      created_at: report.at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['reporter_id', 'item_type', 'item_id'])
        // As a parameter it would not match the index in a plan for all values.
        .where('status', '=', sql.lit('open'))
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
}

/**
 * Makes the reports of a subject reports of another one of its type. An open report stays where it is if its member has an open one
 * about the other subject, too.
 */
export async function moveReports(db: Db, from: SubjectRef, toId: string): Promise<void> {
  const to = storedId({ ...from, subjectId: toId })
  await db
    .updateTable('reports')
    .set({ item_id: to, subject_key: UUID.test(toId) ? null : toId })
    .where('item_type', '=', from.subjectType)
    .where('item_id', '=', storedId(from))
    .where(({ not, and, exists, selectFrom, ref, eb }) =>
      not(
        and([
          eb('reports.status', '=', 'open'),
          exists(
            selectFrom('reports as other')
              .select('other.id')
              .where('other.reporter_id', '=', ref('reports.reporter_id'))
              .where('other.item_type', '=', from.subjectType)
              .where('other.item_id', '=', to)
              .where('other.status', '=', 'open'),
          ),
        ]),
      ),
    )
    .execute()
}

/** Locks the open reports until the transaction ends, so that of two admins the second finds none. */
export function lockOpenReports(db: Db, item: SubjectRef) {
  return db
    .selectFrom('reports')
    .where('item_type', '=', item.subjectType)
    .where('item_id', '=', storedId(item))
    .where('status', '=', 'open')
    .select(['id', 'author_id', 'reporter_id'])
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Finds the last handling of an item; undefined when nobody has reported it. */
export async function findLastHandling(db: Db, item: SubjectRef): Promise<{ by: string | null } | undefined> {
  return db
    .selectFrom('reports')
    .leftJoin('profiles', 'profiles.id', 'reports.handled_by')
    .where('item_type', '=', item.subjectType)
    .where('item_id', '=', storedId(item))
    .where('status', '<>', 'open')
    .select('profiles.username as by')
    .orderBy('handled_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function closeReports(
  db: Db,
  ids: readonly string[],
  how: { outcome: Outcome; note: string | null; adminId: string; at: Date },
): Promise<void> {
  await db
    .updateTable('reports')
    .set({
      status: statusOf(how.outcome),
      // A node of the version before does not know the outcome `correct`.
      outcome: how.outcome === 'correct' ? 'keep' : how.outcome,
      is_corrected: how.outcome === 'correct',
      note: how.note,
      handled_by: how.adminId,
      handled_at: how.at,
    })
    .where('id', 'in', ids)
    .execute()
}

/**
 * Records that hidden content is restored, and returns its author; undefined if no report of it was handled by hiding.
 */
export async function recordPutBack(
  db: Db,
  item: SubjectRef,
  how: { adminId: string; at: Date },
): Promise<{ author_id: string | null } | undefined> {
  const rows = await db
    .updateTable('reports')
    .set({ status: 'kept', put_back_by: how.adminId, put_back_at: how.at })
    .where('item_type', '=', item.subjectType)
    .where('item_id', '=', storedId(item))
    .where('status', '=', 'removed')
    .where('outcome', '=', 'hide')
    .returning('author_id')
    .execute()
  return rows[0]
}

/** An item of the queue: its position in the list, and the facts from all its reports. */
export interface ItemRow {
  id: string
  item_type: string
  /** The subject's own id. */
  item_id: string
  author_id: string | null
  status: string
  outcome: string | null
  note: string | null
  handled_by: string | null
  handled_at: Date | null
  put_back_by: string | null
  put_back_at: Date | null
  placed_at: Date
  reasons: { reason: ReportReason; fact: string | null; count: number }[]
  username: string | null
  display_name: string | null
  avatar_url: string | null
  disabled_at: Date | null
}

/**
 * Lists items of the queue. The position of an open item is its first open report, the longest waiting first; the
 * position of a handled item is its handling, the latest first. `types` is null for all subjects. The query scans one index, stops at `most`, and groups
 * only the rows that are shown.
 */
export async function listItems(
  db: Db,
  { show, types }: { show: 'open' | 'handled'; types: readonly string[] | null },
  after: Keyset | null,
  most: number,
): Promise<ItemRow[]> {
  const at = show === 'open' ? sql`created_at` : sql`handled_at`
  const isListed = show === 'open' ? sql`status = 'open'` : sql`status <> 'open'`
  const isBeyond = show === 'open' ? isAfter(after, 'created_at', 'id') : isBefore(after, 'handled_at', 'id')
  const earlier =
    show === 'open'
      ? sql`other.status = 'open' and (other.created_at, other.id) < (report.created_at, report.id)`
      : sql`other.status <> 'open' and other.handled_at = report.handled_at and other.id > report.id`
  const same =
    show === 'open' ? sql`other.status = 'open'` : sql`other.status <> 'open' and other.handled_at = item.handled_at`
  const direction = show === 'open' ? sql`` : sql`desc`
  const { rows } = await sql<ItemRow>`
    with item as (
      select report.*, ${at} as placed_at
      from reports report
      where ${isListed} ${types === null ? sql`` : sql`and item_type = any(${types}::text[])`} and ${isBeyond}
        and not exists (
          select from reports other
          where other.item_type = report.item_type and other.item_id = report.item_id and ${earlier}
        )
      order by ${at} ${direction}, id ${direction}
      limit ${most}
    )
    select item.id, item.item_type, coalesce(item.subject_key, item.item_id::text) as item_id, item.author_id, item.status,
      case when item.is_corrected then 'correct' else item.outcome end as outcome, item.note,
      item.handled_at, item.placed_at, admin.username as handled_by, counted.reasons,
      item.put_back_at, restorer.username as put_back_by,
      author.username, author.display_name, author.avatar_url, author.disabled_at
    from item
    cross join lateral (
      select jsonb_agg(jsonb_build_object('reason', reason, 'fact', fact, 'count', count) order by count desc, reason, fact) as reasons
      from (
        select reason, fact, count(*)::int as count
        from reports other
        where other.item_type = item.item_type and other.item_id = item.item_id and ${same}
        group by reason, fact
      ) each
    ) counted
    left join profiles admin on admin.id = item.handled_by
    left join profiles restorer on restorer.id = item.put_back_by
    left join profiles author on author.id = item.author_id
    order by item.placed_at ${direction}, item.id ${direction}`.execute(db)
  return rows
}

export interface ReportRow {
  id: string
  /** The id of the item's row. */
  of_id: string
  reason: ReportReason
  fact: string | null
  text: string | null
  source: string | null
  created_at: Date
  reporter_id: string | null
  username: string | null
  display_name: string | null
  avatar_url: string | null
}

/** Lists the first reports of each of these items, the earliest first. */
export async function listReports(db: Db, items: readonly ItemRow[], each: number): Promise<ReportRow[]> {
  if (items.length === 0) return []
  const { rows } = await sql<ReportRow>`
    select report.id, item.id as of_id, report.reason, report.fact, report.text, report.source, report.created_at, reporter.id as reporter_id,
      reporter.username, reporter.display_name, reporter.avatar_url
    from reports item
    cross join lateral (
      select * from reports other
      where other.item_type = item.item_type and other.item_id = item.item_id
        and other.status = item.status and other.handled_at is not distinct from item.handled_at
      order by other.created_at, other.id
      limit ${each}
    ) report
    left join profiles reporter on reporter.id = report.reporter_id
    where item.id = any(${items.map(({ id }) => id)}::uuid[])
    order by report.created_at, report.id`.execute(db)
  return rows
}

/**
 * Counts the items of these types (null: of all) with open reports, of which several of an item count once, and the appeals that
 * wait.
 */
export async function countOpenItems(db: Db, types: readonly string[] | null): Promise<number> {
  const isOf = (column: string) => (types === null ? sql`` : sql`and ${sql.ref(column)} = any(${types}::text[])`)
  const { rows } = await sql<{ items: number }>`
    select (
      (select count(distinct (item_type, item_id)) from reports where status = 'open' ${isOf('item_type')})
      + (
        select count(*) from appeals appeal join profiles author on author.id = appeal.user_id
        where appeal.state = 'waiting' and author.deleted_at is null ${isOf('appeal.subject_type')}
      )
    )::int as items`.execute(db)
  return rows[0]?.items ?? 0
}
