import { type RawBuilder, sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import type { Keyset } from '#db/keyset.ts'
import type { FeedKind } from '#features/mutes/mutes.rules.ts'
import { isGameMuted, isMemberMuted } from '#features/mutes/server/mutes.service.ts'
import { feedAudience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'
import { boundedLimit, isOfKind, isOpenToViewer, olderThan, ownHiddenIds } from './ids.queries.ts'

/** The circle: the viewer, members that the viewer follows, and friends (C58), or only one of the latter two. */
export type CirclePart = 'circle' | 'friends' | 'followed'

const followedBy = (viewerId: UserId) => sql`select following_id as id from followers where follower_id = ${viewerId}`
const friendsOf = (viewerId: UserId) => sql`
  select friend_id as id from friends where user_id = ${viewerId} and status = 'accepted'
  union all
  select user_id from friends where friend_id = ${viewerId} and status = 'accepted'`

/** Selects the members of this part; a followed friend appears twice. */
const membersOf = (viewerId: UserId, part: CirclePart) =>
  ({
    circle: sql`${followedBy(viewerId)} union all ${friendsOf(viewerId)} union all select ${viewerId}::uuid`,
    friends: friendsOf(viewerId),
    followed: followedBy(viewerId),
  })[part]

/**
 * Selects those of everyone's newest activities (before `before`) that belong to this part; none for the small part
 * `friends`. It looks up each activity's author among the followed members until it has enough, so the cost does not
 * grow with the number of follows. Friends are few, so PostgreSQL hashes them. The `coalesce` prevents the planner from
 * using joins, which would lose the order.
 */
export function nearOf(viewerId: UserId, part: CirclePart, before: Keyset | null, kind: FeedKind | null = null) {
  const isFollowed = sql`(
    select true from followers where follower_id = ${viewerId} and following_id = recent.user_id
  )`
  const isFriend = sql`recent.user_id in (${friendsOf(viewerId)})`
  const isIn = {
    circle: sql`${isFriend} or recent.user_id = ${viewerId} or ${isFollowed}`,
    // Friends are so few that latestOf finds their newest activities at once.
    friends: sql`false`,
    followed: isFollowed,
  }[part]
  return sql`
    select recent.user_id, recent.created_at, recent.id
    from (
      select user_id, created_at, id
      from friend_activities
      where hidden_at is null and ${isOfKind(kind)} ${olderThan(before)}
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
 * Selects the members of this part with their latest activity (before `before`), newest first. latest_activities stores
 * it; the query reads the activities only for members who did something since `before`. The members are an array,
 * because one pass over an index serves all values of an array, while a join reads the index again for each value.
 */
export function latestOf(viewerId: UserId, part: CirclePart, before: Keyset | null, onlyIf: RawBuilder<unknown>) {
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

/** From this number of followed members on, everyone's newest activities probably contain enough of theirs. */
const LARGE_CIRCLE = 1000
/** The number of everyone's newest activities that the query reads for a large circle. */
const LOOKED_THROUGH = 1000

/**
 * Selects the next `most` activities of the viewer's circle.
 *
 * `user_id = any(circle) order by created_at limit 21` reads every activity that the circle ever had: 159,000 rows and
 * 32 ms for 580 members in a set with a million activities. Instead:
 *
 * far: the newest 21 activities can only come from the 21 members whose latest activity is newest, and none of them is
 * older than the 21st of these. A narrow table stores each member's latest activity (decision 0038), so finding the 21
 * takes one lookup for each member of the circle, and 21 short index-only reads return the result, for any number of
 * activities.
 *
 * near: for a large circle even these lookups are many, and its activities are dense. So the query first walks the
 * newest thousand activities of everyone, in one index-only scan that stops at the 21st of the circle. Only when they
 * contain fewer than 21 does the query collect the circle (a one-time filter; otherwise that part is not executed). The
 * scan reads the newest activities without gaps, so its result is correct.
 *
 * The query looks up the visibility of members newest first, until it has enough activities. The `limit 1` prevents the
 * planner from reading all profiles.
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
    chosen as (
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
      from chosen
      cross join lateral (
        select created_at, id
        from friend_activities
        where user_id = chosen.id and hidden_at is null ${olderThan(before)}
          and created_at >= (
            select case when count(*) = ${many} then min(created_at) else '-infinity' end from chosen
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

/** A member of a circle, with the game that they played last among those that they are playing. */
export interface PlayerRow {
  id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
  game_id: string
  /** The time of the latest activity, in the text of PostgreSQL's JSON. */
  seen_at: string
}

/** What the circle plays, and the ids of the games that are popular with it. */
export interface CircleRow {
  people: readonly PlayerRow[]
  popular: readonly string[]
}

/** This many activities per wanted member probably contain enough different members of a large circle. */
const ACTIVITIES_OF_EACH = 10
/** The number of most recently active members of a circle that are considered. */
const MAX_CONSIDERED = 40
/** Activities of each member in which popular games are looked for. */
const CONSIDERED_OF_EACH = 15
const PEOPLE = 5
const POPULAR = 9

/**
 * Returns those members of the circle, without the viewer, who play something that the viewer may see, and the games with
 * activities by most members since `since`. Both consider only the members whose visible activities are newest, so the
 * work is bounded for a circle of any size. As for the feed, the query looks for a large circle among everyone's newest
 * activities first. One statement, compiled once: it stands on the home page of every member.
 */
export const findCircle = compiledOnce<{ viewerId: UserId; since: Date }, CircleRow>((value) => {
  const viewerId = value('viewerId') as unknown as UserId
  const viewer = sql`${viewerId}::uuid`
  return sql<CircleRow>`
    with near as materialized (
      select distinct on (recent.user_id) recent.user_id as id, recent.created_at, recent.id as activity_id
      from (${nearOf(viewerId, 'circle', null)} limit ${sql.lit(MAX_CONSIDERED * ACTIVITIES_OF_EACH)}) recent
      where recent.user_id <> ${viewerId}
      order by recent.user_id, recent.created_at desc, recent.id desc
    ),
    newest as materialized (
      ${latestOf(viewerId, 'circle', null, sql`(select count(*) from near) < ${sql.lit(MAX_CONSIDERED)}`)}
    ),
    chosen as materialized (
      select found.id, person.username, person.display_name, person.avatar_url, found.created_at, found.activity_id
      from (
        select * from near where (select count(*) from near) >= ${sql.lit(MAX_CONSIDERED)}
        union all
        select * from newest
      ) found
      cross join lateral (
        select p.username, p.display_name, p.avatar_url from profiles p
        where p.id = found.id and ${isOpenToViewer(viewerId, sql`p`)} and not ${isMemberMuted(viewer, sql`found.id`)}
        limit 1
      ) person
      where found.id <> ${viewerId}
      order by found.created_at desc, found.activity_id desc
      limit ${sql.lit(MAX_CONSIDERED)}
    ),
    playing as (
      select chosen.*, played.game_id
      from chosen
      cross join lateral (
        select from profiles p
        where p.id = chosen.id and ${isVisibleTo(feedAudience(viewerId), sql`p`, 'library')}
        limit 1
      ) open
      cross join lateral (
        select game_id from user_games
        where user_id = chosen.id and status = 'playing' and not ${isGameMuted(viewer, sql`user_games.game_id`)}
        order by updated_at desc
        limit 1
      ) played
      order by chosen.created_at desc, chosen.activity_id desc
      limit ${sql.lit(PEOPLE)}
    ),
    popular as (
      select recent.game_id, count(distinct chosen.id) as members, max(recent.created_at) as latest
      from chosen
      cross join lateral (
        select game_id, created_at
        from friend_activities
        where user_id = chosen.id and hidden_at is null and created_at > ${value('since')}
        order by created_at desc, id desc
        limit ${sql.lit(CONSIDERED_OF_EACH)}
      ) recent
      where recent.game_id is not null and not ${isGameMuted(viewer, sql`recent.game_id`)}
      group by recent.game_id
      order by members desc, latest desc, recent.game_id
      limit ${sql.lit(POPULAR)}
    )
    select
      (
        select coalesce(json_agg(json_build_object(
          'id', id, 'username', username, 'display_name', display_name, 'avatar_url', avatar_url, 'game_id', game_id,
          'seen_at', created_at
        ) order by created_at desc, activity_id desc), '[]') from playing
      ) as people,
      (select coalesce(json_agg(game_id order by members desc, latest desc, game_id), '[]') from popular) as popular`
})
