import { sql } from 'kysely'
import { compiledForShape } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import type { UserId } from '#shared/ids.ts'
import type { NotificationType } from '#shared/notification.ts'
import type { SubjectType } from '#shared/subject.ts'
import { MAX_STORED } from '../../notifications.rules.ts'

/** The cause of a notification: its type, its actor (null: Savepoint itself) and its subject. */
export interface Cause {
  type: NotificationType
  actor: UserId | null
  subjectType?: SubjectType
  subjectId?: string
}

/** The member is not disabled, and has not switched off the type. */
const isWantedBy = (type: NotificationType) => sql`member.disabled_at is null
        and (member.settings -> 'notifications' -> ${sql.lit(type)}) is distinct from 'false'::jsonb`

/**
 * Deletes the notifications of the members in `stored` beyond the largest stored number. The statement sees the table as
 * it was before it: without the new rows, and with those that it moves to the top, which must stay.
 */
const PRUNE = sql`
  delete from notifications
  where id = any(array(
    select old.id
    from (select distinct user_id from stored) member
    cross join lateral (
      select id from notifications where user_id = member.user_id
      order by created_at desc, id desc offset ${MAX_STORED - 1}
    ) old
    join notifications locked on locked.id = old.id
    for update of locked skip locked
  )) and not exists (select from stored where stored.id = notifications.id)`

/**
 * Writes the notification, or moves an equal one to the top, unread again. Writes nothing when the member is the actor,
 * has switched off the type, is in a block with the actor, or when one of the two is missing or disabled; then it returns
 * no row. Deletes the member's notifications beyond the largest stored number. `isOwn`: Savepoint itself is the actor.
 */
export const upsertNotification = compiledForShape<
  { type: NotificationType; isOwn: boolean },
  {
    actor: UserId | null
    subjectType: SubjectType | null
    subjectId: string | null
    to: UserId
    data: string
    at: Date
  },
  { id: string }
>(({ type, isOwn }) => (value) => {
  const actor = sql`${value('actor')}::uuid`
  const byActor = isOwn
    ? sql`true`
    : sql`member.id <> ${actor}
          and exists (select from profiles actor where actor.id = ${actor} and actor.disabled_at is null)
          and not ${isBlockBetween(sql`member.id`, actor)}`
  return sql`
    with stored as (
      insert into notifications (user_id, type, actor_id, subject_type, subject_id, data, created_at)
      select member.id, ${sql.lit(type)}, ${actor}, ${value('subjectType')}, ${value('subjectId')}::uuid,
        ${value('data')}::jsonb, ${value('at')}
      from profiles member
      where member.id = ${value('to')} and ${isWantedBy(type)}
        and ${byActor}
      on conflict (actor_id, type, subject_type, subject_id, user_id) where actor_id is not null
        do update set read_at = null, created_at = excluded.created_at, data = excluded.data
      returning id
    ), pruned as (
      delete from notifications
      where id = any(array(
        select id from notifications
        where id = any(array(
          select id from notifications
          where user_id = ${value('to')}
          order by created_at desc, id desc
          offset ${MAX_STORED - 1}
        ))
        for update skip locked
      )) and exists (select from stored where stored.id <> notifications.id)
    )
    select id from stored`
})

/**
 * Writes the notification for each of these members as `upsertNotification` does, in the order of their ids, so that two
 * batches do not deadlock. Returns the members who have something new.
 */
export async function upsertForAll(
  db: Db,
  { type, actor, subjectType, subjectId }: Required<Cause> & { actor: UserId },
  { to, at }: { to: readonly UserId[]; at: Date },
): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    with stored as (
      insert into notifications (user_id, type, actor_id, subject_type, subject_id, created_at)
      select member.id, ${type}, ${actor}::uuid, ${subjectType}, ${subjectId}::uuid, ${at}
      from profiles member
      where member.id = any(${to}::uuid[]) and member.id <> ${actor}::uuid and ${isWantedBy(type)}
        and exists (select from profiles actor where actor.id = ${actor}::uuid and actor.disabled_at is null)
        and not ${isBlockBetween(sql`member.id`, sql`${actor}::uuid`)}
      order by member.id
      on conflict (actor_id, type, subject_type, subject_id, user_id) where actor_id is not null
        do update set read_at = null, created_at = excluded.created_at
      returning id, user_id
    ), pruned as (${PRUNE})
    select user_id from stored`.execute(db)
  return rows.map(({ user_id }) => user_id)
}

/**
 * Writes notifications by Savepoint itself, each with its own member and text, as `upsertNotification` does. Returns the
 * members who have something new.
 */
export async function insertOwn(
  db: Db,
  type: NotificationType,
  lines: readonly { to: UserId; data: object }[],
  at: Date,
): Promise<UserId[]> {
  const { rows } = await sql<{ user_id: UserId }>`
    with stored as (
      insert into notifications (user_id, type, data, created_at)
      select member.id, ${type}, line.data, ${at}
      from unnest(
        ${lines.map(({ to }) => to)}::uuid[], ${lines.map(({ data }) => JSON.stringify(data))}::jsonb[]
      ) line (user_id, data)
      join profiles member on member.id = line.user_id
      where ${isWantedBy(type)}
      returning id, user_id
    ), pruned as (${PRUNE})
    select user_id from stored`.execute(db)
  return [...new Set(rows.map(({ user_id }) => user_id))]
}
