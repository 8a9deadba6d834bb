import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { areFriends, type Eye, isOpenTo } from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'

/** Those of these activities that this eye may see. */
export async function listOpenIds(db: Db, ids: readonly string[], eye: Eye): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select activity.id
    from friend_activities activity
    join profiles p on p.id = activity.user_id
    where activity.id = any(${ids}::uuid[])
      and (activity.hidden_at is null or activity.user_id = ${eye.viewerId}::uuid)
      and ${isOpenTo(eye, sql`p`, 'activity')}`.execute(db)
  return rows.map(({ id }) => id)
}

export interface ListenerRow {
  id: string
  viewer_id: UserId
  is_own: boolean
  is_friend: boolean
  is_followed: boolean
}

/**
 * Who of these members would find which of these activities in their feed: of the circle (C58), or with `everyone` of
 * anybody, where it is open to them. A few index lookups for each pair, and nothing that grows with how many follow.
 */
export async function listHearers(
  db: Db,
  ids: readonly string[],
  { circle, everyone }: { circle: readonly string[]; everyone: readonly string[] },
): Promise<ListenerRow[]> {
  const viewerId = sql<UserId>`viewer.id` as RawBuilder<UserId>
  const { rows } = await sql<ListenerRow>`
    select activity.id, viewer.id as viewer_id, activity.user_id = viewer.id as is_own, tie.is_friend, tie.is_followed
    from friend_activities activity
    join profiles p on p.id = activity.user_id
    cross join (
      select id, false as hears_all from unnest(${circle}::uuid[]) as one(id)
      union all
      select id, true from unnest(${everyone}::uuid[]) as one(id)
    ) viewer
    cross join lateral (
      select ${areFriends(viewerId, sql`p.id`)} as is_friend,
        exists (select from followers where follower_id = viewer.id and following_id = p.id) as is_followed
      offset 0
    ) tie
    where activity.id = any(${ids}::uuid[]) and activity.hidden_at is null
      and (viewer.hears_all or tie.is_friend or tie.is_followed or activity.user_id = viewer.id)
      and ${isOpenTo({ viewerId, seesAll: false }, sql`p`, 'activity', sql<boolean>`tie.is_friend`)}`.execute(db)
  return rows
}
