import { type RawBuilder, sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import type { Db } from '#db/db.ts'
import type { Keyset } from '#db/keyset.ts'
import { send } from '#db/transaction.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import { announcedIn } from '#server/changes.ts'
import type { DiscussedSubject } from '#server/subjects.ts'
import type { Tag } from '#server/tags.ts'
import type { UserId } from '#shared/ids.ts'
import type { SubjectType } from '#shared/subject.ts'
import { MOST_STORED, type NotificationType } from '../notifications.rules.ts'

/** The cause of a notification: its type, its actor (null: Savepoint itself) and its subject. */
export interface Cause {
  type: NotificationType
  actor: UserId | null
  subjectType?: SubjectType
  subjectId?: string
}

/**
 * Writes the notification, or moves an equal one to the top, unread again. Writes nothing when the member is the actor,
 * has switched off the type, is in a block with the actor, or when one of the two is missing or disabled. Deletes the
 * member's notifications beyond the largest stored number. Announces `tag` if it has written one.
 */
export async function upsertNotification(
  db: Db,
  { type, actor, subjectType, subjectId }: Cause,
  { data, ...delivery }: { to: UserId; data: object; at: Date; tag: Tag },
): Promise<void> {
  const name = `${type} ${actor === null}`
  const query = upserts.get(name) ?? upsertOf(type, actor === null)
  upserts.set(name, query)
  const about = { subjectType: subjectType ?? null, subjectId: subjectId ?? null }
  await send(db, query({ actor, ...about, data: JSON.stringify(data), ...delivery }))
}

interface Delivery {
  actor: UserId | null
  subjectType: SubjectType | null
  subjectId: string | null
  to: UserId
  data: string
  at: Date
  tag: Tag
}

/** By the type, and whether Savepoint itself is the actor. */
const upserts = new Map<string, ReturnType<typeof upsertOf>>()

const upsertOf = (type: NotificationType, isOwn: boolean) =>
  compiledOnce<Delivery>((value) => {
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
      where member.id = ${value('to')} and member.disabled_at is null
        and (member.settings -> 'notifications' -> ${sql.lit(type)}) is distinct from 'false'::jsonb
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
          offset ${MOST_STORED - 1}
        ))
        for update skip locked
      )) and exists (select from stored where stored.id <> notifications.id)
    )
    select ${announcedIn(value('tag'))} from stored`
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
      where member.id = any(${to}::uuid[]) and member.id <> ${actor}::uuid and member.disabled_at is null
        and (member.settings -> 'notifications' -> ${sql.lit(type)}) is distinct from 'false'::jsonb
        and exists (select from profiles actor where actor.id = ${actor}::uuid and actor.disabled_at is null)
        and not ${isBlockBetween(sql`member.id`, sql`${actor}::uuid`)}
      order by member.id
      on conflict (actor_id, type, subject_type, subject_id, user_id) where actor_id is not null
        do update set read_at = null, created_at = excluded.created_at
      returning id, user_id
    ), pruned as (
      delete from notifications
      where id = any(array(
        select old.id
        from stored
        cross join lateral (
          select id from notifications where user_id = stored.user_id
          order by created_at desc, id desc offset ${MOST_STORED - 1}
        ) old
        join notifications locked on locked.id = old.id
        for update of locked skip locked
      )) and not exists (select from stored where stored.id = notifications.id)
    )
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
      where member.disabled_at is null
        and (member.settings -> 'notifications' -> ${sql.lit(type)}) is distinct from 'false'::jsonb
      returning id, user_id
    ), pruned as (${pruneFor(sql`select distinct user_id from stored`)})
    select user_id from stored`.execute(db)
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Deletes the notifications of these members beyond the largest stored number. */
const pruneFor = (members: RawBuilder<unknown>) => sql`
  delete from notifications
  where id = any(array(
    select old.id
    from (${members}) member
    cross join lateral (
      select id from notifications where user_id = member.user_id
      order by created_at desc, id desc offset ${MOST_STORED - 1}
    ) old
    join notifications locked on locked.id = old.id
    for update of locked skip locked
  ))`

/** Deletes the notifications with this cause, read or not. Returns the members who had one. */
export function deleteCaused(db: Db, { type, actor, ...about }: Cause & { actor: UserId }): Promise<string[]> {
  return deleteInOrder(db, sql`actor_id = ${actor} and type = ${type} and ${isAbout(about)}`)
}

const isAbout = ({ subjectType, subjectId }: Pick<Cause, 'subjectType' | 'subjectId'>) =>
  sql`${subjectType === undefined ? sql`subject_type is null` : sql`subject_type = ${subjectType}`}
    and ${subjectId === undefined ? sql`subject_id is null` : sql`subject_id = ${subjectId}::uuid`}`

/** Deletes one member's notification with this cause, and announces the tag if there was one. Does not wait for it. */
export async function sendDeletionOf(
  db: Db,
  { type, actor, ...about }: Cause & { actor: UserId },
  { to, tag }: { to: UserId; tag: Tag },
): Promise<void> {
  await send(
    db,
    sql`delete from notifications
      where actor_id = ${actor} and type = ${type} and ${isAbout(about)} and user_id = ${to}
      returning ${announcedIn(sql`${tag}`)}`,
  )
}

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

/** The types that are never folded: each notification has its own text, or its own answer. */
const NEVER_FOLDED = sql.raw(`'moderation', 'badge', 'release', 'friend_request'`)

/**
 * A line contains the notifications of one type about one subject that are unread, or that were read together. The ids
 * come first, because they sort faster than texts.
 */
const LINE = sql`subject_id, type, subject_type, read_at, alone`

/** Selects a member's latest notifications, without those by members who are disabled or in a block with the member. */
const visibleTo = (userId: UserId, isUnread: boolean) => sql`(
  select latest.*, case when latest.type in (${NEVER_FOLDED}) then latest.id end as alone
  from (
    select * from notifications
    where user_id = ${userId} ${isUnread ? sql`and read_at is null` : sql``}
    order by created_at desc, id desc
    limit ${MOST_STORED}
  ) latest
  where latest.actor_id is null
    or (
      not exists (select from profiles where id = latest.actor_id and disabled_at is not null)
      and not ${isBlockBetween(sql`latest.actor_id`, sql`${userId}::uuid`)}
    )
)`

export interface LineRow {
  id: string
  type: NotificationType
  subject_type: string | null
  subject_id: string | null
  data: unknown
  read_at: Date | null
  created_at: Date
  count: number
  actor_ids: string[]
  /** The game of the subject, if the subject is about a game; or the game that a notification by Savepoint itself is about. */
  game_id: string | null
  /** The emojis of all actors' reactions, the most frequent first. */
  reactions: string[]
}

/** Returns the game of a line's subject. Each kind of subject provides the query that finds its game. */
function gameIdSql(subjects: readonly DiscussedSubject[]): RawBuilder<unknown> {
  const cases = subjects.flatMap(({ kind, discussion }) =>
    discussion.gameIdSql ? sql`when ${sql.lit(kind.type)} then ${discussion.gameIdSql(sql`line.subject_id`)}` : [],
  )
  return cases.length === 0 ? sql`null` : sql`case line.subject_type ${sql.join(cases, sql` `)} end`
}

export async function listLines(
  db: Db,
  userId: UserId,
  {
    before,
    most,
    actors,
    subjects,
  }: { before: Keyset | null; most: number; actors: number; subjects: readonly DiscussedSubject[] },
): Promise<LineRow[]> {
  const gameId = sql`coalesce(line.data ->> 'game', ${gameIdSql(subjects)})`
  const { rows } = await sql<LineRow>`
    select line.type, line.subject_type, line.subject_id, line.read_at, line.count, line.created_at, line.id, line.data,
      line.actor_ids[1:${sql.lit(actors)}] as actor_ids, ${gameId} as game_id, coalesce(reacted.emojis, '{}') as reactions
    from (
      select * from (
        select type, subject_type, subject_id, read_at, count(*)::int as count, max(created_at) as created_at,
        (array_agg(id order by created_at desc, id desc))[1] as id,
        (array_agg(data order by created_at desc, id desc))[1] as data,
        coalesce(
          array_agg(actor_id order by created_at desc, id desc) filter (where actor_id is not null), '{}'
        ) as actor_ids
      from ${visibleTo(userId, false)} visible
      group by ${LINE}
    ) line
    ${before ? sql`where (created_at, id) < (${before.at}, ${before.id}::uuid)` : sql``}
    order by created_at desc, id desc
    limit ${most}
    ) line
    left join lateral (
      select array_agg(emoji order by times desc, emoji collate "C") as emojis
      from (
        select emoji, count(*) as times from activity_reactions
        where subject_id = line.subject_id and subject_type = line.subject_type and user_id = any(line.actor_ids)
        group by emoji
      ) each
    ) reacted on line.type = 'reaction'
    order by line.created_at desc, line.id desc`.execute(db)
  return rows
}

/** Counts the unread lines. Reads a bounded number of rows. */
export async function countUnreadLines(db: Db, userId: UserId): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread
    from (select distinct ${LINE} from ${visibleTo(userId, true)} visible) line`.execute(db)
  return rows[0]?.unread ?? 0
}

/**
 * Marks the lines of these notifications as read, or all lines. Returns whether something changed. Ids of other members
 * have no effect.
 */
export async function markRead(db: Db, userId: UserId, ids: readonly string[] | null, at: Date): Promise<boolean> {
  const named = sql`exists (
    select from notifications named
    where named.id = any(${ids ?? []}::uuid[]) and named.user_id = ${userId}
      and (named.id = unread.id or (
        named.type = unread.type and named.type not in (${NEVER_FOLDED}) and named.created_at >= unread.created_at
        and named.subject_type is not distinct from unread.subject_type
        and named.subject_id is not distinct from unread.subject_id
      ))
  )`
  const { rows } = await sql`
    with unread as materialized (
      select id from notifications unread
      where user_id = ${userId} and read_at is null ${ids === null ? sql`` : sql`and ${named}`}
      order by id
      for update
    ), marked as (
      update notifications set read_at = ${at} where id in (select id from unread) returning id
    )
    select id from marked limit 1`.execute(db)
  return rows.length > 0
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
