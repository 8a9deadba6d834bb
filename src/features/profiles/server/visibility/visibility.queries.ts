import { type RawBuilder, sql } from 'kysely'
import { isBlockBetween } from '#features/blocks/server/blocks.service.ts'
import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'
import type { ViewAs } from '../../profiles.endpoints.ts'

/**
 * The parts that a member can restrict: the whole profile, and sections of it, which are never more visible than the
 * whole (G22).
 */
export type Section = 'profile' | 'library' | 'activity' | 'friends' | 'badges'

/** The reader: the viewer, or the group as which an owner previews a page. */
export interface Audience {
  /** An expression in queries that cover many viewers. */
  viewerId: UserId | RawBuilder<UserId> | null
  /** True for admins on the pages of one member (G22); feeds contain nothing private even for admins. */
  seesAll: boolean
  /** Set while the owner previews the page as a friend. */
  isFriendOfAll?: boolean
}

/** The audience of one request, whose viewer is known. */
export type AudienceOfRequest = Audience & { viewerId: UserId | null }

/** Returns the audience for reading one member's data. */
export const audienceOf = (viewer: Viewer | null): AudienceOfRequest => ({
  viewerId: viewer?.id ?? null,
  seesAll: viewer?.role === 'admin',
})
/** Returns the audience for a list of many members' activities. */
export const feedAudience = (viewerId: UserId | null): Audience => ({ viewerId, seesAll: false })
/** Visitors and other members see the same, so they share an audience. */
export const previewAudience = (as: ViewAs): AudienceOfRequest => ({
  viewerId: null,
  seesAll: false,
  isFriendOfAll: as === 'friend',
})

/** 0: everybody, 1: friends, 2: nobody else. An unknown value counts as 2. */
const requiredLevel = (value: RawBuilder<unknown>) =>
  sql`case coalesce(${value}, 'public') when 'public' then 0 when 'friends' then 1 else 2 end`

function levelOf(profile: RawBuilder<unknown>, section: Section): RawBuilder<unknown> {
  const whole = requiredLevel(sql`${profile}.settings ->> 'visibility'`)
  if (section === 'profile') return sql`(${whole})`
  return sql`greatest(${whole}, ${requiredLevel(sql`${profile}.settings -> 'sections' ->> ${sql.lit(section)}`)})`
}

/** Returns whether everybody who may see the section `than` may also see `section` (G22). */
export const isNoStricter = (profile: RawBuilder<unknown>, section: Section, than: Section): RawBuilder<boolean> =>
  sql<boolean>`(${levelOf(profile, section)} <= ${levelOf(profile, than)})`

/**
 * The visibility rule of profiles (G22, C58), as an SQL condition: who may see which section of a member. A block in
 * either direction hides everything. `profile` is the alias of profiles in the query. `isFriend` may be passed when the
 * query already knows it.
 */
export function isVisibleTo(
  audience: Audience,
  profile: RawBuilder<unknown>,
  section: Section,
  isFriend: RawBuilder<boolean> = areFriends(audience.viewerId, sql`${profile}.id`),
): RawBuilder<boolean> {
  if (audience.seesAll) return sql<boolean>`${profile}.disabled_at is null`
  const need = levelOf(profile, section)
  if (audience.isFriendOfAll) return sql<boolean>`(${profile}.disabled_at is null and ${need} <= 1)`
  if (audience.viewerId === null) return sql<boolean>`(${profile}.disabled_at is null and ${need} = 0)`
  return sql<boolean>`(${profile}.disabled_at is null
    and (${need} = 0 or ${profile}.id = ${audience.viewerId}::uuid or (${need} = 1 and ${isFriend}))
    and not ${isBlockBetween(sql`${profile}.id`, sql`${audience.viewerId}::uuid`)})`
}

/**
 * Returns whether friends may see a section, for queries that already know that the two are friends. The condition
 * checks no block.
 */
export const isVisibleToFriends = (profile: RawBuilder<unknown>, section: Section): RawBuilder<boolean> =>
  isVisibleTo(previewAudience('friend'), profile, section)

/** Uses the unique index on the unordered pair of members. */
export function areFriends(viewerId: Audience['viewerId'], memberId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from friends
    where least(user_id, friend_id) = least(${memberId}, ${viewerId}::uuid)
      and greatest(user_id, friend_id) = greatest(${memberId}, ${viewerId}::uuid)
      and status = 'accepted'
  )`
}
