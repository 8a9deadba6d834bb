import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type Audience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'
import { isUnmuted } from '../lists/ids.queries.ts'

/** Returns those of these activities that this audience may see. */
export async function listVisibleIds(db: Db, ids: readonly string[], audience: Audience): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select activity.id
    from friend_activities activity
    join profiles p on p.id = activity.user_id
    where activity.id = any(${ids}::uuid[])
      and (activity.hidden_at is null or activity.user_id = ${audience.viewerId}::uuid or ${audience.seesAll})
      and ${isVisibleTo(audience, sql`p`, 'activity')}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * When an author has more than this many followers per subscriber, looking up each subscriber is less work than reading
 * the followers.
 */
const FANS_OF_EACH = 20

export interface AudienceRow {
  id: string
  viewer_id: UserId
  is_friend: boolean
  is_followed: boolean
}

/**
 * Lists which of these members have a relationship to the authors of these activities: their own, a friend's, or a
 * followed member's (C58), if they may see it. The query starts from each author's relationships and filters them by
 * the subscribers, whose hash table is built once. Its cost therefore grows with the relationships and not with
 * activities times subscribers. The `coalesce` prevents the planner from turning this into a join.
 */
export async function listAudience(
  db: Db,
  ids: readonly string[],
  viewerIds: readonly string[],
): Promise<AudienceRow[]> {
  if (ids.length === 0 || viewerIds.length === 0) return []
  const listens = (member: RawBuilder<unknown>) => sql`coalesce(${member} in (select id from viewer), false)`
  const audience = { viewerId: sql<UserId>`tie.viewer_id` as RawBuilder<UserId>, seesAll: false }
  const { rows } = await sql<AudienceRow>`
    with viewer as materialized (select unnest(${viewerIds}::uuid[]) as id),
    news as materialized (
      select id, user_id, game_id, activity_type, details
      from friend_activities where id = any(${ids}::uuid[]) and hidden_at is null
    ),
    author as materialized (
      select user_id as id, (
          select coalesce(sum(followers), 0) from follow_counts where user_id = news.user_id
        ) > ${sql.lit(FANS_OF_EACH)} * (select count(*) from viewer) as is_famous
      from news
      group by user_id
    ),
    tie as (
      select author_id, viewer_id, bool_or(is_friend) as is_friend, bool_or(is_followed) as is_followed
      from (
        select id as author_id, id as viewer_id, false as is_friend, false as is_followed
        from author
        where ${listens(sql`id`)}
        union all
        select author.id, fan.follower_id, false, true
        from author
        cross join lateral (
          select follower_id from followers
          where following_id = author.id and not author.is_famous and ${listens(sql`follower_id`)}
        ) fan
        union all
        select author.id, viewer.id, false, true
        from author
        join viewer on author.is_famous
          and exists (select from followers where follower_id = viewer.id and following_id = author.id offset 0)
        union all
        select author.id, friend.friend_id, true, false
        from author
        cross join lateral (
          select friend_id from friends
          where user_id = author.id and status = 'accepted' and ${listens(sql`friend_id`)}
          union all
          select user_id from friends
          where friend_id = author.id and status = 'accepted' and ${listens(sql`user_id`)}
        ) friend
      ) one
      group by author_id, viewer_id
    )
    select news.id, tie.viewer_id, tie.is_friend, tie.is_followed
    from news
    join tie on tie.author_id = news.user_id
    join profiles p on p.id = news.user_id
    where ${isVisibleTo(audience, sql`p`, 'activity', sql<boolean>`tie.is_friend`)}
      and ${isUnmuted(audience.viewerId, sql`news`)}`.execute(db)
  return rows
}

/** Lists for which of these members a block in either direction, or what they have muted, hides one of these activities. */
export async function listClosedReaders(
  db: Db,
  ids: readonly string[],
  viewerIds: readonly string[],
): Promise<{ id: string; viewer_id: UserId }[]> {
  if (ids.length === 0 || viewerIds.length === 0) return []
  const viewerId: RawBuilder<UserId> = sql`viewer.id`
  const { rows } = await sql<{ id: string; viewer_id: UserId }>`
    select activity.id, block.other_id as viewer_id
    from friend_activities activity
    cross join lateral (
      select blocked_id as other_id from user_blocks where blocker_id = activity.user_id
      union
      select blocker_id from user_blocks where blocked_id = activity.user_id
    ) block
    where activity.id = any(${ids}::uuid[]) and block.other_id in (select unnest(${viewerIds}::uuid[]))
    union
    select activity.id, viewer.id
    from friend_activities activity
    cross join (select distinct user_id as id from mutes where user_id = any(${viewerIds}::uuid[])) viewer
    where activity.id = any(${ids}::uuid[]) and not ${isUnmuted(viewerId, sql`activity`)}`.execute(db)
  return rows
}
