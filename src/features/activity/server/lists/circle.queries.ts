import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Keyset } from '#db/keyset.ts'
import { feedEye, isOpenTo } from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'
import { alsoOwnHidden, olderThan, opensTo, partOf } from './ids.queries.ts'

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
export function circleIds(viewerId: UserId, before: Keyset | null, most: number, part: CirclePart) {
  const many = partOf(most)
  return sql`
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
    limit ${many}`
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
