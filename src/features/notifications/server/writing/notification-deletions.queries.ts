import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { UserId } from '#shared/ids.ts'
import type { NotificationType } from '#shared/notification.ts'
import type { Cause } from './notification-writes.queries.ts'

/** Deletes the notifications with this cause, read or not, of all members or one. Returns the members who had one. */
export function deleteCaused(
  db: Db,
  { to, type, actor, ...about }: Cause & { to?: UserId; actor: UserId },
): Promise<string[]> {
  const isTo = to === undefined ? sql`` : sql`and user_id = ${to}`
  return deleteInOrder(db, sql`actor_id = ${actor} and type = ${type} and ${isAbout(about)} ${isTo}`)
}

const isAbout = ({ subjectType, subjectId }: Pick<Cause, 'subjectType' | 'subjectId'>) =>
  sql`${subjectType === undefined ? sql`subject_type is null` : sql`subject_type = ${subjectType}`}
    and ${subjectId === undefined ? sql`subject_id is null` : sql`subject_id = ${subjectId}::uuid`}`

export function deleteAbout(db: Db, subjectType: string, subjectId: string): Promise<string[]> {
  return deleteInOrder(db, sql`subject_type = ${subjectType} and subject_id = ${subjectId}::uuid`)
}

/** Deletes a member's notifications of a type by Savepoint itself about one thing, which `data.about` names. */
export function deleteOwn(db: Db, to: string, type: NotificationType, about: string): Promise<string[]> {
  return deleteInOrder(
    db,
    sql`user_id = ${to} and type = ${sql.lit(type)} and actor_id is null and data ->> 'about' = ${about}`,
  )
}

/** Deletes the notifications of each of these two members about the other. */
export function deleteBetween(db: Db, a: string, b: string): Promise<string[]> {
  return deleteInOrder(db, sql`(actor_id = ${a} and user_id = ${b}) or (actor_id = ${b} and user_id = ${a})`)
}

/**
 * Locks the rows in the order of their ids, like every statement that changes several rows, so that no two statements
 * deadlock.
 */
async function deleteInOrder(db: Db, which: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    with doomed as materialized (select id from notifications where ${which} order by id for update)
    delete from notifications where id in (select id from doomed)
    returning user_id`.execute(db)
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Deletes notifications that were read before `before`, and returns their number. */
export async function deleteReadBefore(db: Db, before: Date, most: number): Promise<number> {
  const { rows } = await sql`
    delete from notifications
    where id = any(array(
      select id from notifications where read_at < ${before} order by read_at limit ${most} for update skip locked
    ))
    returning id`.execute(db)
  return rows.length
}
