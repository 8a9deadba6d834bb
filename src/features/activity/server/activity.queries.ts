import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Keyset } from '#db/keyset.ts'
import { type Eye, feedEye, isOpenTo } from '#features/profiles/server/profiles.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { ActivityType } from '../activity.contract.ts'

/** An activity with its actor and what the actor's library says of the game. */
export interface ActivityRow {
  id: string
  user_id: string
  game_id: string | null
  activity_type: string
  details: unknown
  hidden_at: Date | null
  created_at: Date
  username: string | null
  display_name: string | null
  avatar_url: string | null
  /** 1 to 10. */
  user_rating: number | null
  /** Hours, as the library has them today. */
  play_time: number | null
  completion_percentage: number | null
}

/** Whether a member's activities are open to the viewer, in a list of many members' (G22, C58). */
const opensTo = (viewerId: UserId | null, profile: RawBuilder<unknown>, isFriend?: RawBuilder<boolean>) =>
  isOpenTo(feedEye(viewerId), profile, 'activity', isFriend)

function olderThan(before: Keyset | null) {
  return before ? sql`and (created_at, id) < (${before.at}, ${before.id}::uuid)` : sql``
}

/**
 * To be put behind the rows of a list: the next `most` of a member's own that admins have hidden. Their author goes on seeing
 * them in every list (G21). They are few, and in an index of their own (friend_activities_hidden).
 */
function alsoOwnHidden(
  viewerId: string | null,
  before: Keyset | null,
  most: RawBuilder<unknown>,
  onlyIf: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  if (viewerId === null) return sql``
  return sql`union all (
    select id, created_at from friend_activities
    where user_id = ${viewerId}::uuid and hidden_at is not null and ${onlyIf} ${olderThan(before)}
    order by created_at desc, id desc
    limit ${most}
  )`
}

/** Whose activities are wanted: of the viewer, those the viewer follows, and friends (C58), or of one of the latter. */
export type CirclePart = 'circle' | 'friends' | 'followed'

const followedBy = (viewerId: UserId) => sql`select following_id as id from followers where follower_id = ${viewerId}`
const friendsOf = (viewerId: UserId) => sql`
  select friend_id as id from friends where user_id = ${viewerId} and status = 'accepted'
  union all
  select user_id from friends where friend_id = ${viewerId} and status = 'accepted'`

/** The members of this part, each once, with whether they are a friend (or the viewer). */
function circleOf(viewerId: UserId, part: CirclePart) {
  const friends = sql`select id, true as is_friend from (${friendsOf(viewerId)}) friend`
  if (part === 'friends') return friends
  const all = sql`
    select id, bool_or(is_friend) as is_friend
    from (
      select id, false as is_friend, true as is_wanted from (${followedBy(viewerId)}) followed
      union all
      select id, true, ${sql.lit(part === 'circle')} from (${friends}) friend
      ${part === 'circle' ? sql`union all select ${viewerId}::uuid, true, true` : sql``}
    ) known
    group by id`
  return part === 'circle' ? all : sql`${all} having bool_or(is_wanted)`
}

/** How many these are, roughly: a friend who is followed counts twice. Follows are not counted one by one (decision 0037). */
function sizeOf(viewerId: UserId, part: CirclePart) {
  const followed = sql`(select coalesce(sum(following), 0) from follow_counts where user_id = ${viewerId})`
  const friends = sql`(select count(*) from (${friendsOf(viewerId)}) friend)`
  return { circle: sql`${followed} + ${friends}`, friends, followed }[part]
}

/**
 * Those of everyone's newest activities (before `before`) that are of this part; none where it is small. The members are
 * hashed, once; the `coalesce` keeps the planner from making joins of them, which would lose the order.
 */
function nearOf(viewerId: UserId, part: CirclePart, before: Keyset | null) {
  const isFollowed = sql`recent.user_id in (${followedBy(viewerId)})`
  const isFriend = sql`recent.user_id in (${friendsOf(viewerId)})`
  const isIn = {
    circle: sql`${isFollowed} or ${isFriend} or recent.user_id = ${viewerId}`,
    friends: isFriend,
    followed: isFollowed,
  }[part]
  return sql`
    select recent.user_id, recent.created_at, recent.id
    from (
      select user_id, created_at, id
      from friend_activities
      where hidden_at is null ${olderThan(before)}
      order by created_at desc, id desc
      limit ${sql.lit(LOOKED_THROUGH)}
    ) recent
    where (select ${sizeOf(viewerId, part)} >= ${sql.lit(LARGE_CIRCLE)}) and coalesce(${isIn}, false)
    order by recent.created_at desc, recent.id desc`
}

/**
 * Members with their latest activity (before `before`), that which is newest first. One descent of
 * friend_activities_member for each of them, and nothing else that grows with their number.
 */
function latestOf(members: RawBuilder<unknown>, before: Keyset | null, onlyIf: RawBuilder<unknown>) {
  return sql`
    select member.id, member.is_friend, newest.created_at, newest.activity_id
    from ${members} member
    cross join lateral (
      select created_at, id as activity_id
      from friend_activities
      where user_id = member.id and hidden_at is null ${olderThan(before)}
      order by created_at desc, id desc
      limit 1
    ) newest
    where ${onlyIf}
    order by newest.created_at desc, newest.activity_id desc`
}

/** From this size on, a circle is likely to be found among the newest activities of everyone. */
const LARGE_CIRCLE = 100
/** So many of everyone's newest activities are looked through for a large circle's. */
const LOOKED_THROUGH = 4000

/**
 * How many are read where `most` are wanted, as part of the text: with a number that it does not know PostgreSQL expects a
 * tenth of the table, and plans the statement anew each time (1.7 ms, as long as running it takes). Two numbers, so that
 * the named statements stay few (decision 0011).
 */
const partOf = (most: number) => sql.lit(most <= 21 ? 21 : 51)

/**
 * The next `most` activities of the viewer's circle.
 *
 * `user_id = any(circle) order by created_at limit 21` reads every activity that the circle ever had: 159,000 rows and
 * 32 ms for 580 members in a set with a million activities. Instead:
 *
 * far: the newest 21 activities can only come from the 21 members whose latest activity is newest. One index descent per
 * member finds these 21, and 21 index-only reads of 21 rows each hold the answer, however many activities there are.
 *
 * near: for a large circle even these descents are many (22,000 pages for 5,000), and its activities are dense. So the newest
 * 4000 activities of everyone are walked first, in one index-only scan that stops at the 21st of the circle's; only when they
 * do not hold 21 are the circle put together and the descents made (a one-time filter, the rest is not executed). They are
 * all of the newest, so what is found is right.
 *
 * A member's visibility is looked up newest first until enough have passed; the `limit 1` keeps the planner from reading
 * all profiles for it.
 */
export async function listCircleIds(
  db: Db,
  viewerId: UserId,
  before: Keyset | null,
  most: number,
  part: CirclePart = 'circle',
): Promise<{ id: string }[]> {
  const many = partOf(most)
  const { rows } = await sql<{ id: string }>`
    with near as materialized (
      select recent.id, recent.created_at
      from (${nearOf(viewerId, part, before)}) recent
      cross join lateral (
        select from profiles p where p.id = recent.user_id and ${opensTo(viewerId, sql`p`)} limit 1
      ) open
      order by recent.created_at desc, recent.id desc
      limit ${many}
    ),
    newest as materialized (
      ${latestOf(sql`(${circleOf(viewerId, part)})`, before, sql`(select count(*) from near) < ${many}`)}
    ),
    foremost as (
      select newest.id
      from newest
      cross join lateral (
        select from profiles p
        where p.id = newest.id and ${opensTo(viewerId, sql`p`, sql`newest.is_friend`)}
        limit 1
      ) open
      order by newest.created_at desc, newest.activity_id desc
      limit ${many}
    ),
    far as (
      select activity.id, activity.created_at
      from foremost
      cross join lateral (
        select created_at, id
        from friend_activities
        where user_id = foremost.id and hidden_at is null ${olderThan(before)}
        order by created_at desc, id desc
        limit ${many}
      ) activity
    )
    select id
    from (
      select id, created_at from near where (select count(*) from near) = ${many}
      union all
      select id, created_at from far
      ${part === 'circle' ? alsoOwnHidden(viewerId, before, many) : sql``}
    ) found
    order by created_at desc, id desc
    limit ${many}`.execute(db)
  return rows.slice(0, most)
}

/** The next `most` activities of all members that are open to the viewer, walking friend_activities_latest. */
export async function listEveryonesIds(
  db: Db,
  viewerId: UserId | null,
  before: Keyset | null,
  most: number,
): Promise<{ id: string }[]> {
  const open = sql`
    select activity.id, activity.created_at
    from friend_activities activity
    cross join lateral (
      select from profiles p
      where p.id = activity.user_id and ${opensTo(viewerId, sql`p`)}
      limit 1
    ) open
    where activity.hidden_at is null
      ${before ? sql`and (activity.created_at, activity.id) < (${before.at}, ${before.id}::uuid)` : sql``}
    order by activity.created_at desc, activity.id desc
    limit ${partOf(most)}`
  const { rows } = await sql<{ id: string }>`
    select id from ((${open}) ${alsoOwnHidden(viewerId, before, partOf(most))}) found
    order by created_at desc, id desc
    limit ${partOf(most)}`.execute(db)
  return rows.slice(0, most)
}

/** `withHidden` for the member's own eyes, and an admin's. */
export async function listIdsOfMember(
  db: Db,
  userId: UserId,
  before: Keyset | null,
  most: number,
  withHidden: boolean,
): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select id
    from (
      (
        select id, created_at from friend_activities
        where user_id = ${userId} and hidden_at is null ${olderThan(before)}
        order by created_at desc, id desc
        limit ${partOf(most)}
      )
      ${withHidden ? alsoOwnHidden(userId, before, partOf(most)) : sql``}
    ) found
    order by created_at desc, id desc
    limit ${partOf(most)}`.execute(db)
  return rows.slice(0, most)
}

/** Those of these activities that are the member's and not hidden. */
export function listOwnIds(db: Db, memberId: UserId, ids: readonly string[]): Promise<{ id: string }[]> {
  return db
    .selectFrom('friend_activities')
    .select('id')
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .where('user_id', '=', memberId)
    .where('hidden_at', 'is', null)
    .execute()
}

export async function listIdsOfGame(
  db: Db,
  viewerId: UserId | null,
  gameId: GameId,
  part: { offset: number; most: number },
): Promise<{ id: string }[]> {
  const upTo = part.offset + part.most
  const open = sql`
    select activity.id, activity.created_at
    from friend_activities activity
    cross join lateral (
      select from profiles p
      where p.id = activity.user_id and ${opensTo(viewerId, sql`p`)}
      limit 1
    ) open
    where activity.game_id = ${gameId} and activity.hidden_at is null
    order by activity.created_at desc, activity.id desc
    limit ${upTo}`
  const { rows } = await sql<{ id: string }>`
    select id from ((${open}) ${alsoOwnHidden(viewerId, null, sql`${upTo}`, sql`game_id = ${gameId}`)}) found
    order by created_at desc, id desc
    limit ${part.most} offset ${part.offset}`.execute(db)
  return rows
}

/** Newest first. What the library says comes along where the library is open to this eye. */
export function loadActivities(db: Db, ids: readonly string[], eye: Eye): Promise<ActivityRow[]> {
  if (ids.length === 0) return Promise.resolve([])
  return db
    .selectFrom('friend_activities as activity')
    .innerJoin('profiles', 'profiles.id', 'activity.user_id')
    .leftJoin('user_games as entry', (join) =>
      join
        .onRef('entry.user_id', '=', 'activity.user_id')
        .onRef('entry.game_id', '=', 'activity.game_id')
        .on(isOpenTo(eye, sql`profiles`, 'library')),
    )
    .select(['activity.id', 'activity.user_id', 'activity.game_id', 'activity.activity_type', 'activity.details'])
    .select([
      'activity.hidden_at',
      'activity.created_at',
      'profiles.username',
      'profiles.display_name',
      'profiles.avatar_url',
    ])
    .select(['entry.user_rating', 'entry.play_time', 'entry.completion_percentage'])
    .where(sql<boolean>`activity.id = any(${ids}::uuid[])`)
    .orderBy('activity.created_at', 'desc')
    .orderBy('activity.id', 'desc')
    .execute()
}

/** Whose it is and whether the viewer may see it; undefined when there is none, or it is hidden from this eye (G21). */
export async function findAccess(
  db: Db,
  activityId: string,
  eye: Eye,
): Promise<{ user_id: string; game_id: string | null; is_open: boolean } | undefined> {
  const { rows } = await sql<{ user_id: string; game_id: string | null; is_open: boolean }>`
    select activity.user_id, activity.game_id,
      ${isOpenTo(eye, sql`p`, 'activity')} as is_open
    from friend_activities activity
    join profiles p on p.id = activity.user_id
    where activity.id = ${activityId}
      and (activity.hidden_at is null or activity.user_id = ${eye.viewerId}::uuid or ${eye.seesAll})`.execute(db)
  return rows[0]
}

/**
 * Lets the calls of one member pass one after the other until the end of the transaction: cool-down and hourly limit
 * are then read and the activity is written without another call in between.
 */
export async function lockMember(db: Db, userId: UserId): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`activity:${userId}`}, 0))`.execute(db)
}

/** When this update was last shared, and when the 60th latest of any kind was; null where there is none. */
export async function findEarlier(
  db: Db,
  update: { userId: UserId; gameId: GameId; type: ActivityType },
  mostPerHour: number,
): Promise<{ sameAt: Date | null; oldestAt: Date | null }> {
  const { rows } = await sql<{ same_at: Date | null; oldest_at: Date | null }>`
    select
      (
        select created_at from friend_activities
        where user_id = ${update.userId} and game_id = ${update.gameId} and activity_type = ${update.type}
        order by created_at desc limit 1
      ) as same_at,
      (
        select created_at from friend_activities
        where user_id = ${update.userId} and hidden_at is null
        order by created_at desc, id desc offset ${mostPerHour - 1} limit 1
      ) as oldest_at`.execute(db)
  return { sameAt: rows[0]?.same_at ?? null, oldestAt: rows[0]?.oldest_at ?? null }
}

/** What the library says; the activity's percentage is taken from it (G25). */
export function findEntry(db: Db, userId: UserId, gameId: GameId) {
  return db
    .selectFrom('user_games')
    .select('completion_percentage')
    .where('user_id', '=', userId)
    .where('game_id', '=', gameId)
    .executeTakeFirst()
}

export async function insertActivity(
  db: Db,
  activity: { userId: UserId; gameId: GameId; type: ActivityType; details: object; at: Date },
): Promise<string> {
  const { id } = await db
    .insertInto('friend_activities')
    .values({
      user_id: activity.userId,
      game_id: activity.gameId,
      activity_type: activity.type,
      details: JSON.stringify(activity.details),
      created_at: activity.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** "Share my activity" (G25): on, unless it was switched off. */
const sharesActivity = (profile: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(${profile}.settings ->> 'shareActivity', 'true') <> 'false'`

export async function isSharing(db: Db, userId: UserId): Promise<boolean> {
  const { rows } = await sql<{ is_sharing: boolean }>`
    select ${sharesActivity(sql`p`)} as is_sharing from profiles p where p.id = ${userId}`.execute(db)
  return rows[0]?.is_sharing ?? false
}

/** One for each of these members who shares and has none since `since`. */
export async function insertFriendAdded(
  db: Db,
  { members, at, since }: { members: readonly UserId[]; at: Date; since: Date },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into friend_activities (user_id, activity_type, created_at)
    select p.id, 'friend_added', ${at}::timestamptz
    from profiles p
    where p.id = any(${members}::uuid[])
      and ${sharesActivity(sql`p`)}
      and not exists (
        select from friend_activities
        where user_id = p.id and game_id is null and activity_type = 'friend_added' and created_at > ${since}
      )
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Keeps the activity from going away until the end of the transaction. */
export async function holdActivity(db: Db, activityId: string): Promise<void> {
  await sql`
    with author as materialized (
      select id from profiles where id = (select user_id from friend_activities where id = ${activityId}) for key share
    )
    select id from friend_activities
    where id = ${activityId} and user_id = (select id from author)
    for key share`.execute(db)
}

export async function deleteActivity(db: Db, activityId: string): Promise<void> {
  await db.deleteFrom('friend_activities').where('id', '=', activityId).execute()
}

export interface PersonRow {
  id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
  seen_at: Date
}

/** So many activities of a large circle are expected to be of enough different members. */
const ACTIVITIES_OF_EACH = 10

/**
 * Those of the circle who are open to the viewer, most recently active first; without the viewer. As for the feed, a large
 * circle is looked for among everyone's newest activities first.
 */
export async function listForemost(db: Db, viewerId: UserId, most: number): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    with near as materialized (
      select distinct on (recent.user_id) recent.user_id as id, null::boolean as is_friend, recent.created_at,
        recent.id as activity_id
      from (${nearOf(viewerId, 'circle', null)} limit ${sql.lit(most * ACTIVITIES_OF_EACH)}) recent
      where recent.user_id <> ${viewerId}
      order by recent.user_id, recent.created_at desc, recent.id desc
    ),
    newest as materialized (
      ${latestOf(sql`(${circleOf(viewerId, 'circle')})`, null, sql`(select count(*) from near) < ${sql.lit(most)}`)}
    )
    select found.id, person.username, person.display_name, person.avatar_url, found.created_at as seen_at
    from (
      select * from near where (select count(*) from near) >= ${sql.lit(most)}
      union all
      select * from newest
    ) found
    cross join lateral (
      select p.username, p.display_name, p.avatar_url from profiles p
      where p.id = found.id and ${opensTo(viewerId, sql`p`)}
      limit 1
    ) person
    where found.id <> ${viewerId}
    order by found.created_at desc, found.activity_id desc
    limit ${sql.lit(most)}`.execute(db)
  return rows
}

/** The game that each of these members played last of those they are playing; of those whose library the viewer may see. */
export async function listPlayedBy(
  db: Db,
  viewerId: UserId,
  userIds: readonly string[],
): Promise<{ user_id: string; game_id: string }[]> {
  const { rows } = await sql<{ user_id: string; game_id: string }>`
    select member.id as user_id, playing.game_id
    from unnest(${userIds}::uuid[]) as member(id)
    join profiles p on p.id = member.id and ${isOpenTo(feedEye(viewerId), sql`p`, 'library')}
    cross join lateral (
      select game_id from user_games
      where user_id = member.id and status = 'playing'
      order by updated_at desc
      limit 1
    ) playing`.execute(db)
  return rows
}

/** The games that most of these members did something with since `since`, by the last `each` activities of each. */
export async function listPopularWith(
  db: Db,
  userIds: readonly string[],
  { since, each, most }: { since: Date; each: number; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ game_id: string }>`
    select recent.game_id
    from unnest(${userIds}::uuid[]) as member(id)
    cross join lateral (
      select game_id, created_at
      from friend_activities
      where user_id = member.id and hidden_at is null and created_at > ${since}
      order by created_at desc, id desc
      limit ${each}
    ) recent
    where recent.game_id is not null
    group by recent.game_id
    order by count(distinct member.id) desc, max(recent.created_at) desc, recent.game_id
    limit ${most}`.execute(db)
  return rows.map((row) => row.game_id)
}
