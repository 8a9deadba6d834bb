import { type RawBuilder, sql } from 'kysely'
import { compiledForShape } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import { isMemberMuted } from '#features/mutes/server/mutes.service.ts'
import type { UserId } from '#shared/ids.ts'
import type { NotificationType } from '#shared/notification.ts'
import type { SubjectType } from '#shared/subject.ts'
import { SOON_MINUTES } from '../../delivery.rules.ts'
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
 * Queues the notifications in `stored` for the browsers and channels to which their members let us push them. The table has no foreign key
 * to look at before the end of the statement, so the rows of `stored` may be new.
 */
const pushOf = (type: NotificationType, at: RawBuilder<unknown>) => sql`
  insert into push_deliveries (subscription_id, notification_id, created_at, next_attempt_at)
  select browser.id, stored.id, ${at}, ${at}
  from stored
  join push_subscriptions browser on browser.user_id = stored.user_id
  join profiles member on member.id = stored.user_id
  where browser.paused_at is null
    and (member.settings -> 'delivery' -> 'push' -> ${sql.lit(type)}) is distinct from 'false'::jsonb
  order by browser.id, stored.id
  on conflict (subscription_id, notification_id) do update
    set created_at = excluded.created_at, next_attempt_at = excluded.next_attempt_at, attempts = 0, is_short = false
  returning subscription_id`

/**
 * Plans the mail of the notification in `stored`, if the member has the type mailed soon. Types that go to several members at
 * once are never mailed soon.
 */
const soonMailOf = (type: NotificationType, at: RawBuilder<unknown>) => sql`
  update mail_schedules schedule set soon_at = ${at} + interval '${sql.lit(SOON_MINUTES)} minutes'
  from stored
  where schedule.user_id = stored.user_id and schedule.soon_at is null and ${sql.lit(type)} = any(schedule.soon_types)`

/** What a write of notifications has done. */
export interface Written {
  /** The members who have something new. */
  members: UserId[]
  /** Something waits to be pushed. */
  isPushed: boolean
}

const writtenOf = (rows: readonly { user_id: UserId; is_pushed: boolean }[]): Written => ({
  members: [...new Set(rows.map(({ user_id }) => user_id))],
  isPushed: rows.some(({ is_pushed }) => is_pushed),
})

/**
 * Writes the notification, or moves an equal one to the top, unread again. Writes nothing when the member is the actor,
 * has switched off the type, has muted the actor or is in a block with the actor, or when one of the two is missing or disabled; then it returns
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
  { id: string; is_pushed: boolean }
>(({ type, isOwn }) => (value) => {
  const actor = sql`${value('actor')}::uuid`
  const byActor = isOwn
    ? sql`true`
    : sql`member.id <> ${actor}
          and exists (select from profiles actor where actor.id = ${actor} and actor.disabled_at is null)
          and not ${isBlockBetween(sql`member.id`, actor)} and not ${isMemberMuted(sql`member.id`, actor)}`
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
      returning id, user_id
    ), pushed as (${pushOf(type, value('at'))}), mailed as (${soonMailOf(type, value('at'))}), pruned as (
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
    select id, exists (select from pushed) as is_pushed from stored`
})

/**
 * Writes the notification for each of these members as `upsertNotification` does, in the order of their ids, so that two
 * batches do not deadlock.
 */
export async function upsertForAll(
  db: Db,
  { type, actor, subjectType, subjectId }: Required<Cause> & { actor: UserId },
  { to, at }: { to: readonly UserId[]; at: Date },
): Promise<Written> {
  const { rows } = await sql<{ user_id: UserId; is_pushed: boolean }>`
    with stored as (
      insert into notifications (user_id, type, actor_id, subject_type, subject_id, created_at)
      select member.id, ${type}, ${actor}::uuid, ${subjectType}, ${subjectId}::uuid, ${at}
      from profiles member
      where member.id = any(${to}::uuid[]) and member.id <> ${actor}::uuid and ${isWantedBy(type)}
        and exists (select from profiles actor where actor.id = ${actor}::uuid and actor.disabled_at is null)
        and not ${isBlockBetween(sql`member.id`, sql`${actor}::uuid`)}
        and not ${isMemberMuted(sql`member.id`, sql`${actor}::uuid`)}
      order by member.id
      on conflict (actor_id, type, subject_type, subject_id, user_id) where actor_id is not null
        do update set read_at = null, created_at = excluded.created_at
      returning id, user_id
    ), pushed as (${pushOf(type, sql`${at}::timestamptz`)}), pruned as (${PRUNE})
    select user_id, exists (select from pushed) as is_pushed from stored`.execute(db)
  return writtenOf(rows)
}

/**
 * Writes notifications by Savepoint itself, each with its own member and text, as `upsertNotification` does.
 */
export async function insertOwn(
  db: Db,
  type: NotificationType,
  lines: readonly { to: UserId; data: object }[],
  at: Date,
): Promise<Written> {
  const { rows } = await sql<{ user_id: UserId; is_pushed: boolean }>`
    with stored as (
      insert into notifications (user_id, type, data, created_at)
      select member.id, ${type}, line.data, ${at}
      from unnest(
        ${lines.map(({ to }) => to)}::uuid[], ${lines.map(({ data }) => JSON.stringify(data))}::jsonb[]
      ) line (user_id, data)
      join profiles member on member.id = line.user_id
      where ${isWantedBy(type)}
      returning id, user_id
    ), pushed as (${pushOf(type, sql`${at}::timestamptz`)}), pruned as (${PRUNE})
    select user_id, exists (select from pushed) as is_pushed from stored`.execute(db)
  return writtenOf(rows)
}
