import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import type { ErrorReport } from '../error-log.contract.ts'
import type { Level } from '../error-log.endpoints.ts'

export interface NewReport {
  fingerprint: string
  level: Level
  name: string
  message: string
  /** The pattern of the page. */
  path: string
  error: NonNullable<ErrorReport['error']>
  context: NonNullable<ErrorReport['context']>
  userId: string | null
  at: Date
}

/**
 * Counts a report in its group, and creates the group for the first one. A resolved group becomes open again. The
 * group's row stays locked until the transaction ends, so reports of one error are processed in sequence. `isNew` is
 * true for a new group.
 */
export async function countReport(db: Db, report: NewReport): Promise<{ id: string; isNew: boolean }> {
  const { fingerprint, level, name, message, path, at } = report
  const row = await db
    .insertInto('error_groups')
    .values({ fingerprint, level, name, message, path, first_seen_at: at, last_seen_at: at })
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet({
        message,
        occurrences: sql`error_groups.occurrences + 1`,
        last_seen_at: sql`greatest(error_groups.last_seen_at, excluded.last_seen_at)`,
        resolved_at: null,
      }),
    )
    .returning(['id', sql<boolean>`occurrences = 1`.as('is_new')])
    .executeTakeFirstOrThrow()
  return { id: row.id, isNew: row.is_new }
}

export async function insertReport(db: Db, groupId: string, report: NewReport): Promise<void> {
  const { message, error, level, context, userId, at } = report
  await db
    .insertInto('error_logs')
    .values({
      group_id: groupId,
      message,
      error: JSON.stringify(error),
      level,
      context: JSON.stringify(context),
      user_id: userId,
      created_at: at,
    })
    .execute()
}

/** Deletes all but the newest `most` reports of a group. */
export async function dropOldReports(db: Db, groupId: string, most: number): Promise<void> {
  await sql`
    delete from error_logs where id = any(array(
      select id from error_logs where group_id = ${groupId} order by created_at desc, id desc offset ${most}
    ))`.execute(db)
}

/** Counts a member in the group once, up to `most` members. */
export async function countMember(db: Db, groupId: string, userId: string, most: number): Promise<void> {
  await sql`
    with added as (
      insert into error_group_members (group_id, user_id)
      select ${groupId}, ${userId} where (select members from error_groups where id = ${groupId}) < ${most}
      on conflict do nothing
      returning group_id
    )
    update error_groups set members = members + 1 where id in (select group_id from added)`.execute(db)
}

/**
 * Deletes all but the `most` most recently seen groups. Rows that are locked elsewhere are skipped until the next time.
 */
export async function dropGroupsBeyond(db: Db, most: number): Promise<void> {
  await sql`
    delete from error_groups where id = any(array(
      select id from error_groups order by last_seen_at desc, id desc offset ${most} for update skip locked
    ))`.execute(db)
}

/** Deletes reports and groups that were last seen before `time`. A group is as new as its newest report. */
export async function deleteBefore(db: Db, time: Date): Promise<void> {
  await db.deleteFrom('error_logs').where('created_at', '<', time).execute()
  await db.deleteFrom('error_groups').where('last_seen_at', '<', time).execute()
}

const GROUP = [
  'id',
  'level',
  'name',
  'message',
  'path',
  'occurrences',
  'members',
  'first_seen_at',
  'last_seen_at',
  'resolved_at',
] as const

export interface GroupFilter {
  level: Level | null
  status: 'open' | 'resolved' | 'all'
}

/** Lists the groups, the most recently seen first. */
export function listGroups(db: Db, { level, status }: GroupFilter, before: Keyset | null, most: number) {
  return db
    .selectFrom('error_groups')
    .select(GROUP)
    .$if(level !== null, (query) => query.where('level', '=', level as Level))
    .$if(status === 'open', (query) => query.where('resolved_at', 'is', null))
    .$if(status === 'resolved', (query) => query.where('resolved_at', 'is not', null))
    .where(isBefore(before, 'last_seen_at', 'id'))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export type GroupRow = Awaited<ReturnType<typeof listGroups>>[number]

export async function findGroup(db: Db, id: string): Promise<GroupRow | null> {
  return (await db.selectFrom('error_groups').select(GROUP).where('id', '=', id).executeTakeFirst()) ?? null
}

/** Lists the newest reports first, with the username of the member. */
export function listReports(db: Db, groupId: string) {
  return db
    .selectFrom('error_logs')
    .leftJoin('profiles', 'profiles.id', 'error_logs.user_id')
    .where('group_id', '=', groupId)
    .select([
      'error_logs.id',
      'error_logs.message',
      'error_logs.error',
      'error_logs.context',
      'error_logs.created_at',
      'profiles.username',
    ])
    .orderBy('error_logs.created_at', 'desc')
    .orderBy('error_logs.id', 'desc')
    .execute()
}

export type ReportRow = Awaited<ReturnType<typeof listReports>>[number]

/** Sets or clears the time of resolution. Returns whether the group exists. */
export async function setResolved(db: Db, id: string, at: Date | null): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('error_groups')
    .set({ resolved_at: at })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countOpen(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('error_groups')
    .where('resolved_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
