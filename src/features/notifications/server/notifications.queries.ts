import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import { hasMutes, isGameMuted, isMemberMuted, isTextMuted } from '#features/mutes/server/mutes.service.ts'
import type { DiscussedSubject } from '#server/subjects.ts'
import type { UserId } from '#shared/ids.ts'
import type { NotificationType } from '#shared/notification.ts'
import { MAX_STORED } from '../notifications.rules.ts'

/**
 * A line contains the notifications of one type about one subject that are unread, or that were read together. The ids
 * come first, because they sort faster than texts.
 */
const LINE = sql`subject_id, type, subject_type, read_at, alone`

/** Notifications of these types that came after `since`, until `until`. */
interface Came {
  since: Date
  until: Date
  types: readonly string[]
}

/** What decides which notifications are one line, and about which game they are. */
export interface Lines {
  /** Types of which each notification is a line of its own. */
  unfolded: readonly NotificationType[]
  subjects: readonly DiscussedSubject[]
}

/** A condition: the member has muted the actor, the game of the subject, or a word of the sentence. */
function isMuted(userId: UserId, subjects: readonly DiscussedSubject[]) {
  const viewer = sql`${userId}::uuid`
  return sql`${hasMutes(viewer)} and coalesce(
    ${isMemberMuted(viewer, sql`latest.actor_id`)} or ${isGameMuted(viewer, gameIdSql(subjects, sql`latest`))}
      or ${isTextMuted(viewer, sql`latest.data ->> 'sentence'`)}, false)`
}

/**
 * Selects a member's latest notifications, without those by members who are disabled or in a block with the member, and without
 * what the member has muted. Each of an unfolded type is a line of its own, and with `isBySubject` each that has no subject.
 */
const visibleTo = (
  userId: UserId,
  isUnread: boolean,
  { unfolded, subjects }: Lines,
  { isBySubject = false, came = null }: { isBySubject?: boolean; came?: Came | null } = {},
) => sql`(
  select latest.*, case when latest.type = any(${unfolded}::text[]) ${isBySubject ? sql`or latest.subject_id is null` : sql``}
    then latest.id end as alone
  from (
    select * from notifications
    where user_id = ${userId} ${isUnread ? sql`and read_at is null` : sql``}
      ${came ? sql`and created_at > ${came.since} and created_at <= ${came.until} and type = any(${came.types}::text[])` : sql``}
    order by created_at desc, id desc
    limit ${MAX_STORED}
  ) latest
  where (
    latest.actor_id is null
    or (
      not exists (select from profiles where id = latest.actor_id and disabled_at is not null)
      and not ${isBlockBetween(sql`latest.actor_id`, sql`${userId}::uuid`)}
    )
  ) and not (${isMuted(userId, subjects)})
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

/** Returns the game that a row is about, by its data or its subject. Each kind of subject provides the query that finds its game. */
function gameIdSql(subjects: readonly DiscussedSubject[], row: RawBuilder<unknown>): RawBuilder<unknown> {
  const cases = subjects.flatMap(({ kind, discussion }) =>
    discussion.gameIdSql ? sql`when ${sql.lit(kind.type)} then ${discussion.gameIdSql(sql`${row}.subject_id`)}` : [],
  )
  const ofSubject = cases.length === 0 ? sql`null` : sql`case ${row}.subject_type ${sql.join(cases, sql` `)} end`
  return sql`coalesce(${row}.data ->> 'game', ${ofSubject})`
}

export async function listLines(
  db: Db,
  userId: UserId,
  {
    before,
    most,
    actors,
    subjects,
    unfolded,
    latest = null,
    came = null,
  }: Lines & {
    before: Keyset | null
    most: number
    actors: number
    /** Only the unread line whose latest notification this is; one that has no subject is a line of its own. */
    latest?: string | null
    /** Only unread ones that came in this time. */
    came?: Came | null
  },
): Promise<LineRow[]> {
  const gameId = gameIdSql(subjects, sql`line`)
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
      from ${visibleTo(userId, latest !== null || came !== null, { unfolded, subjects }, { isBySubject: latest !== null, came })} visible
      group by ${LINE}
    ) line
    where ${isBefore(before, 'created_at', 'id')} ${latest === null ? sql`` : sql`and line.id = ${latest}`}
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
export async function countUnreadLines(db: Db, userId: UserId, lines: Lines): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread
    from (select distinct ${LINE} from ${visibleTo(userId, true, lines)} visible) line`.execute(db)
  return rows[0]?.unread ?? 0
}

/**
 * Marks the lines of these notifications as read, or all lines. Returns whether something changed. Ids of other members
 * have no effect.
 */
export async function markRead(
  db: Db,
  userId: UserId,
  { ids, unfolded, at }: { ids: readonly string[] | null; unfolded: readonly NotificationType[]; at: Date },
): Promise<boolean> {
  const named = sql`exists (
    select from notifications named
    where named.id = any(${ids ?? []}::uuid[]) and named.user_id = ${userId}
      and (named.id = unread.id or (
        named.type = unread.type and named.type <> all(${unfolded}::text[]) and named.created_at >= unread.created_at
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
