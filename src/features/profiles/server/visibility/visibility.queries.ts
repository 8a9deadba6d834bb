import { type RawBuilder, sql } from 'kysely'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'
import type { ViewAs } from '../../profiles.contract.ts'

/** What a member can open or close: the whole profile, and parts of it which are never more open than the whole (G22). */
export type Section = 'profile' | 'library' | 'activity' | 'friends'

/** With whose eyes something is read. */
export interface Audience {
  /** An expression where one question is about the eyes of many. */
  viewerId: UserId | RawBuilder<UserId> | null
  /** Admins may see all, where they look at one member (G22); a feed does not fill with what is private. */
  seesAll: boolean
  /** Set where the owner looks as if they were somebody else's friend. */
  isFriendOfAll?: boolean
}

/** Of who reads one member's things. */
export const audienceOf = (viewer: Viewer | null): Audience => ({
  viewerId: viewer?.id ?? null,
  seesAll: viewer?.role === 'admin',
})
/** Of who reads what many members did. */
export const feedAudience = (viewerId: UserId | null): Audience => ({ viewerId, seesAll: false })
/** Guests and other members see the same; what they can do about it differs. */
export const previewAudience = (as: ViewAs): Audience => ({
  viewerId: null,
  seesAll: false,
  isFriendOfAll: as === 'friend',
})

/** 0: everybody, 1: friends, 2: nobody else. A value that nobody knows closes. */
const needOf = (value: RawBuilder<unknown>) =>
  sql`case coalesce(${value}, 'public') when 'public' then 0 when 'friends' then 1 else 2 end`

/**
 * The one rule of who may see what of a member (G22, C58), as a condition: never over a block, either way. `profile` is the alias of profiles in the query;
 * `isFriend` may be given where the query knows already.
 */
export function isVisibleTo(
  eye: Audience,
  profile: RawBuilder<unknown>,
  section: Section,
  isFriend: RawBuilder<boolean> = areFriends(eye.viewerId, sql`${profile}.id`),
): RawBuilder<boolean> {
  if (eye.seesAll) return sql<boolean>`${profile}.disabled_at is null`
  const whole = needOf(sql`${profile}.settings ->> 'visibility'`)
  const need =
    section === 'profile'
      ? sql`(${whole})`
      : sql`greatest(${whole}, ${needOf(sql`${profile}.settings -> 'sections' ->> ${sql.lit(section)}`)})`
  if (eye.isFriendOfAll) return sql<boolean>`(${profile}.disabled_at is null and ${need} <= 1)`
  if (eye.viewerId === null) return sql<boolean>`(${profile}.disabled_at is null and ${need} = 0)`
  return sql<boolean>`(${profile}.disabled_at is null
    and (${need} = 0 or ${profile}.id = ${eye.viewerId}::uuid or (${need} = 1 and ${isFriend}))
    and not ${isBlockBetween(sql`${profile}.id`, sql`${eye.viewerId}::uuid`)})`
}

/** Whether a section is open to those of whom the query knows that they are friends; what is not keeps to itself. */
export const isVisibleToFriends = (profile: RawBuilder<unknown>, section: Section): RawBuilder<boolean> =>
  isVisibleTo(previewAudience('friend'), profile, section)

/** Looked up by the unordered pair's unique index. */
export function areFriends(viewerId: Audience['viewerId'], memberId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from friends
    where least(user_id, friend_id) = least(${memberId}, ${viewerId}::uuid)
      and greatest(user_id, friend_id) = greatest(${memberId}, ${viewerId}::uuid)
      and status = 'accepted'
  )`
}
