import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import { feedAudience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'
import type { FollowList } from '../../people.contract.ts'

export interface PersonRow {
  id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
  bio: string | null
  is_following: boolean
  is_followed_by: boolean
  /** The sender of the friendship or request between the two, if there is one. */
  sender_id: string | null
  status: string | null
  /** Null also when the member hides presence (G49) or the profile. */
  last_seen_at: Date | null
  /** Whether the viewer may see which game they play. */
  shows_play: boolean
}

/**
 * Returns whether one member follows another. PostgreSQL may answer `exists` by reading all who follow or are followed by the viewer,
 * 50,000 of some. It answers this by one lookup for each row.
 */
export const follows = (
  from: RawBuilder<unknown>,
  to: RawBuilder<unknown>,
): RawBuilder<boolean> => sql<boolean>`coalesce((
    select true from followers where follower_id = ${from} and following_id = ${to}
  ), false)`

/**
 * Loads members with the viewer's relationship to them, in the order of the ids. It excludes disabled members and
 * members in a block with the viewer. Everything except the names follows the visibility rule of profiles (decision
 * 0030). Each member takes a few lookups by unique indexes.
 */
export async function loadPeople(db: Db, viewerId: UserId | null, ids: readonly string[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  const viewer = sql`${viewerId}::uuid`
  const opens = (section: 'profile' | 'activity') =>
    isVisibleTo(feedAudience(viewerId), sql`p`, section, sql<boolean>`coalesce(tie.status = 'accepted', false)`)
  const { rows } = await sql<PersonRow>`
    select p.id, p.username, p.display_name, p.avatar_url,
      case when ${opens('profile')} then p.bio end as bio,
      ${follows(viewer, sql`p.id`)} as is_following,
      ${follows(sql`p.id`, viewer)} as is_followed_by,
      tie.user_id as sender_id, tie.status,
      case when coalesce(p.settings ->> 'presence', 'true') <> 'false' and ${opens('profile')}
        then p.last_seen_at end as last_seen_at,
      ${opens('activity')} as shows_play
    from unnest(${ids}::uuid[]) with ordinality as wanted(id, place)
    join profiles p on p.id = wanted.id
    left join friends tie
      on least(tie.user_id, tie.friend_id) = least(p.id, ${viewer})
      and greatest(tie.user_id, tie.friend_id) = greatest(p.id, ${viewer})
      and ${viewer} is not null
    where p.disabled_at is null and not ${isBlockBetween(sql`p.id`, viewer)}
    order by wanted.place`.execute(db)
  return rows
}

/** Lists the ids of the members that the member follows, or of the member's followers, newest first. */
export async function listFollowIds(
  db: Db,
  memberId: string,
  list: FollowList,
  before: Keyset | null,
  most: number,
): Promise<{ id: string; at: Date }[]> {
  const [own, other] =
    list === 'following' ? (['follower_id', 'following_id'] as const) : (['following_id', 'follower_id'] as const)
  const { rows } = await sql<{ id: string; at: Date }>`
    select ${sql.ref(other)} as id, created_at as at
    from followers
    where ${sql.ref(own)} = ${memberId}
      and ${isBefore(before, 'created_at', other)}
    order by created_at desc, ${sql.ref(other)} desc
    limit ${most}`.execute(db)
  return rows
}

/** Reads the stored count (decision 0037). */
export async function countFollows(db: Db, memberId: string, list: FollowList): Promise<number> {
  const { total } = await db
    .selectFrom('follow_counts')
    .select(({ fn, ref }) => sql<number>`coalesce(${fn.sum(ref(list))}, 0)::int`.as('total'))
    .where('user_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return total
}

/** Reads the viewer's relationship with one member. Returns undefined when that member does not exist. */
export async function findRelationship(db: Db, viewerId: string, otherId: string) {
  const { rows } = await sql<{
    is_following: boolean
    is_followed_by: boolean
    user_id: string | null
    status: string | null
  }>`
    select
      exists (select from followers where follower_id = ${viewerId} and following_id = p.id) as is_following,
      exists (select from followers where follower_id = p.id and following_id = ${viewerId}) as is_followed_by,
      tie.user_id, tie.status
    from profiles p
    left join friends tie
      on least(tie.user_id, tie.friend_id) = least(p.id, ${viewerId}::uuid)
      and greatest(tie.user_id, tie.friend_id) = greatest(p.id, ${viewerId}::uuid)
    where p.id = ${otherId} and p.disabled_at is null`.execute(db)
  return rows[0]
}
