import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { type Audience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { UserId } from '#shared/ids.ts'
import type { CircleList } from '../../people.contract.ts'

/** The people around a member with the moment that they became so, from where they are indexed by it. */
const TIES: Record<CircleList, (memberId: UserId) => RawBuilder<unknown>> = {
  friends: (memberId) => sql`
    select friend_id as id, created_at from friends where user_id = ${memberId} and status = 'accepted'
    union all
    select user_id, created_at from friends where friend_id = ${memberId} and status = 'accepted'`,
  followers: (memberId) => sql`select follower_id as id, created_at from followers where following_id = ${memberId}`,
  following: (memberId) => sql`select following_id as id, created_at from followers where follower_id = ${memberId}`,
}

/** The same of one other, by a unique index. */
const TIE_WITH: Record<CircleList, (memberId: UserId, other: RawBuilder<unknown>) => RawBuilder<unknown>> = {
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
 * A tie is told by both who have it: whoever keeps theirs from the viewer stands in nobody else's list either (decision 0045).
 * So does who is disabled or in a block with the viewer.
 */
const isListed = (eye: Audience, id: RawBuilder<unknown>) => sql`
  cross join lateral (select from profiles p where p.id = ${id} and ${isVisibleTo(eye, sql`p`, 'friends')} limit 1) open`

/**
 * Those around a member whom the viewer knows (friends, and whom they follow), the newest first. Looked up from the viewer's
 * own circle, which is bounded; the member's may be everybody.
 */
export async function listKnownIds(db: Db, memberId: UserId, list: CircleList, eye: Audience): Promise<string[]> {
  if (eye.viewerId === null) return []
  const { rows } = await sql<{ id: string }>`
    select known.id
    from (
      select following_id as id from followers where follower_id = ${eye.viewerId}
      union
      select friend_id from friends where user_id = ${eye.viewerId} and status = 'accepted'
      union
      select user_id from friends where friend_id = ${eye.viewerId} and status = 'accepted'
    ) known
    cross join lateral (${TIE_WITH[list](memberId, sql`known.id`)} limit 1) tie
    ${isListed(eye, sql`known.id`)}
    order by tie.created_at desc, known.id desc`.execute(db)
  return rows.map(({ id }) => id)
}

/** The others around a member, the newest first. */
export async function listOtherIds(
  db: Db,
  memberId: UserId,
  list: CircleList,
  eye: Audience,
  part: { known: readonly string[]; limit: number; offset: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select tie.id
    from (${TIES[list](memberId)}) tie
    ${isListed(eye, sql`tie.id`)}
    where not coalesce(tie.id = any(${part.known}::uuid[]), false)
    order by tie.created_at desc, tie.id desc
    limit ${part.limit} offset ${part.offset}`.execute(db)
  return rows.map(({ id }) => id)
}
