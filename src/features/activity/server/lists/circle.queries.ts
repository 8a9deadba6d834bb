import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { Keyset } from '#db/keyset.ts'
import { feedAudience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'
import { boundedLimit, isOpenToViewer, olderThan, ownHiddenIds } from './ids.queries.ts'

/** Whose activities are wanted: of the viewer, those the viewer follows, and friends (C58), or of one of the latter. */
export type CirclePart = 'circle' | 'friends' | 'followed'

const followedBy = (viewerId: UserId) => sql`select following_id as id from followers where follower_id = ${viewerId}`
const friendsOf = (viewerId: UserId) => sql`
  select friend_id as id from friends where user_id = ${viewerId} and status = 'accepted'
  union all
  select user_id from friends where friend_id = ${viewerId} and status = 'accepted'`

/** The members of this part; a friend who is followed twice. */
const membersOf = (viewerId: UserId, part: CirclePart) =>
  ({
    circle: sql`${followedBy(viewerId)} union all ${friendsOf(viewerId)} union all select ${viewerId}::uuid`,
    friends: friendsOf(viewerId),
    followed: followedBy(viewerId),
  })[part]

/**
 * Those of everyone's newest activities (before `before`) that are of this part; none where it is small. Whom one follows is
 * looked up for each activity until enough are found, which grows with nobody's number of follows; friends are few, and
 * hashed. The `coalesce` keeps the planner from making joins of them, which would lose the order.
 */
function nearOf(viewerId: UserId, part: CirclePart, before: Keyset | null) {
  const isFollowed = sql`(
    select true from followers where follower_id = ${viewerId} and following_id = recent.user_id
  )`
  const isFriend = sql`recent.user_id in (${friendsOf(viewerId)})`
  const isIn = {
    circle: sql`${isFriend} or recent.user_id = ${viewerId} or ${isFollowed}`,
    // So few that their newest activities are found at once.
    friends: sql`false`,
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
    where (
        select coalesce(sum(following), 0) >= ${sql.lit(LARGE_CIRCLE)} from follow_counts where user_id = ${viewerId}
      )
      and coalesce(${isIn}, false)
    order by recent.created_at desc, recent.id desc`
}

/**
 * The members of this part with their latest activity (before `before`), that which is newest first. It stands in latest_activities;
 * only of those who did something since `before` is it looked for among the activities. The members are an array, because an
 * index is read for all of an array's values in one pass, and for those of a join anew for each.
 */
function latestOf(viewerId: UserId, part: CirclePart, before: Keyset | null, onlyIf: RawBuilder<unknown>) {
  const isOlder = before && sql`(latest.created_at, latest.activity_id) < (${before.at}, ${before.id}::uuid)`
  const newest = isOlder
    ? sql`
        select latest.created_at, latest.activity_id where ${isOlder}
        union all
        (
          select created_at, id
          from friend_activities
          where user_id = latest.user_id and hidden_at is null and not ${isOlder} ${olderThan(before)}
          order by created_at desc, id desc
          limit 1
        )`
    : sql`select latest.created_at, latest.activity_id`
  return sql`
    select latest.user_id as id, newest.created_at, newest.activity_id
    from latest_activities latest
    cross join lateral (${newest}) newest
    where latest.user_id = any(array(${membersOf(viewerId, part)})) and ${onlyIf}
    order by newest.created_at desc, newest.activity_id desc`
}

/** From so many followed on, enough of theirs are likely to be found among the newest activities of everyone. */
const LARGE_CIRCLE = 1000
/** So many of everyone's newest activities are looked through for a large circle's. */
const LOOKED_THROUGH = 1000

/**
 * The next `most` activities of the viewer's circle.
 *
 * `user_id = any(circle) order by created_at limit 21` reads every activity that the circle ever had: 159,000 rows and
 * 32 ms for 580 members in a set with a million activities. Instead:
 *
 * far: the newest 21 activities can only come from the 21 members whose latest activity is newest, and are none of them older
 * than the 21st of these. What each did last stands in a narrow table (decision 0038), so finding the 21 is one look there for
 * each of the circle, and 21 short index-only reads hold the answer, however many activities there are.
 *
 * near: of a large circle even these looks are many, and its activities are dense. So the newest thousand activities of
 * everyone are walked first, in one index-only scan that stops at the 21st of the circle's; only when they do not hold 21 is
 * the circle put together (a one-time filter, the rest is not executed). They are all of the newest, so what is found is
 * right.
 *
 * A member's visibility is looked up newest first until enough have passed; the `limit 1` keeps the planner from reading
 * all profiles for it.
 */
export function circleIds(viewerId: UserId, before: Keyset | null, most: number, part: CirclePart) {
  const many = boundedLimit(most)
  return sql`
    with near as materialized (
      select recent.id, recent.created_at
      from (${nearOf(viewerId, part, before)}) recent
      cross join lateral (
        select from profiles p where p.id = recent.user_id and ${isOpenToViewer(viewerId, sql`p`)} limit 1
      ) open
      order by recent.created_at desc, recent.id desc
      limit ${many}
    ),
    newest as materialized (
      ${latestOf(viewerId, part, before, sql`(select count(*) from near) < ${many}`)}
    ),
    foremost as (
      select newest.id, newest.created_at
      from newest
      cross join lateral (
        select from profiles p
        where p.id = newest.id and ${isOpenToViewer(viewerId, sql`p`)}
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
          and created_at >= (
            select case when count(*) = ${many} then min(created_at) else '-infinity' end from foremost
          )
        order by created_at desc, id desc
        limit ${many}
      ) activity
    )
    select id
    from (
      select id, created_at from near where (select count(*) from near) = ${many}
      union all
      select id, created_at from far
      ${part === 'circle' ? ownHiddenIds(viewerId, before, many) : sql``}
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
export async function listMostRecentlyActive(db: Db, viewerId: UserId, most: number): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    with near as materialized (
      select distinct on (recent.user_id) recent.user_id as id, recent.created_at, recent.id as activity_id
      from (${nearOf(viewerId, 'circle', null)} limit ${sql.lit(most * ACTIVITIES_OF_EACH)}) recent
      where recent.user_id <> ${viewerId}
      order by recent.user_id, recent.created_at desc, recent.id desc
    ),
    newest as materialized (
      ${latestOf(viewerId, 'circle', null, sql`(select count(*) from near) < ${sql.lit(most)}`)}
    )
    select found.id, person.username, person.display_name, person.avatar_url, found.created_at as seen_at
    from (
      select * from near where (select count(*) from near) >= ${sql.lit(most)}
      union all
      select * from newest
    ) found
    cross join lateral (
      select p.username, p.display_name, p.avatar_url from profiles p
      where p.id = found.id and ${isOpenToViewer(viewerId, sql`p`)}
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
    join profiles p on p.id = member.id and ${isVisibleTo(feedAudience(viewerId), sql`p`, 'library')}
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
