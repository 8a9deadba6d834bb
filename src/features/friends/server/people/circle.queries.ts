import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type Audience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'
import type { CircleList } from '../../people.contract.ts'

/** The people around a member with the time when the relationship began, as queries that use its index. */
const RELATIONSHIPS: Record<CircleList, (memberId: UserId) => RawBuilder<unknown>> = {
  friends: (memberId) => sql`
    select friend_id as id, created_at from friends where user_id = ${memberId} and status = 'accepted'
    union all
    select user_id, created_at from friends where friend_id = ${memberId} and status = 'accepted'`,
  followers: (memberId) => sql`select follower_id as id, created_at from followers where following_id = ${memberId}`,
  following: (memberId) => sql`select following_id as id, created_at from followers where follower_id = ${memberId}`,
}

/** The same for a single other member, by a unique index. */
const RELATIONSHIP_WITH: Record<CircleList, (memberId: UserId, other: RawBuilder<unknown>) => RawBuilder<unknown>> = {
  friends: (memberId, other) => sql`
    select created_at from friends
    where least(user_id, friend_id) = least(${memberId}::uuid, ${other})
      and greatest(user_id, friend_id) = greatest(${memberId}::uuid, ${other}) and status = 'accepted'`,
  followers: (memberId, other) => sql`
    select created_at from followers where follower_id = ${other} and following_id = ${memberId}`,
  following: (memberId, other) => sql`
    select created_at from followers where follower_id = ${memberId} and following_id = ${other}`,
}

/**
 * A relationship is visible only if both members show it: a member who hides their relationships from the viewer
 * appears in no list of other members (decision 0045). Disabled members and members in a block with the viewer are
 * hidden too.
 */
const isListed = (audience: Audience, id: RawBuilder<unknown>) => sql`
  cross join lateral (select from profiles p where p.id = ${id} and ${isVisibleTo(audience, sql`p`, 'friends')} limit 1) open`

/**
 * Lists the people around a member who are the viewer's friends or followed by the viewer, newest first. The query
 * starts from the viewer's own relationships, which are bounded, unlike the member's.
 */
export async function listKnownIds(db: Db, memberId: UserId, list: CircleList, audience: Audience): Promise<string[]> {
  if (audience.viewerId === null) return []
  const { rows } = await sql<{ id: string }>`
    select known.id
    from (
      select following_id as id from followers where follower_id = ${audience.viewerId}
      union
      select friend_id from friends where user_id = ${audience.viewerId} and status = 'accepted'
      union
      select user_id from friends where friend_id = ${audience.viewerId} and status = 'accepted'
    ) known
    cross join lateral (${RELATIONSHIP_WITH[list](memberId, sql`known.id`)} limit 1) tie
    ${isListed(audience, sql`known.id`)}
    order by tie.created_at desc, known.id desc`.execute(db)
  return rows.map(({ id }) => id)
}

/** Lists the other people around a member, newest first. */
export async function listOtherIds(
  db: Db,
  memberId: UserId,
  list: CircleList,
  audience: Audience,
  part: { known: readonly string[]; limit: number; offset: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select tie.id
    from (${RELATIONSHIPS[list](memberId)}) tie
    ${isListed(audience, sql`tie.id`)}
    where not coalesce(tie.id = any(${part.known}::uuid[]), false)
    order by tie.created_at desc, tie.id desc
    limit ${part.limit} offset ${part.offset}`.execute(db)
  return rows.map(({ id }) => id)
}
