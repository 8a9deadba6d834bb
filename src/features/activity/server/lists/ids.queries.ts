import { type RawBuilder, sql } from 'kysely'
import { isBefore, type Keyset } from '#db/keyset.ts'
import type { FeedKind } from '#features/mutes/mutes.rules.ts'
import {
  hasMutedTraits,
  hasMutes,
  isAnyMuted,
  isTextMuted,
  keysOfActivity,
} from '#features/mutes/server/mutes.service.ts'
import { feedAudience, isVisibleTo } from '#features/profiles/server/profiles.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'

// Selects the activities of each list, as queries of ids that `loadActivities` embeds in its own.

/** A condition: the viewer may see the member's activities in a list of many members (G22, C58). */
export const isOpenToViewer = (viewerId: UserId | null, profile: RawBuilder<unknown>) =>
  isVisibleTo(feedAudience(viewerId), profile, 'activity')

export const olderThan = (before: Keyset | null) => sql`and ${isBefore(before, 'created_at', 'id')}`

/** A condition: the activity is of this kind; any without one. Indexes find each kind. */
export const isOfKind = (kind: FeedKind | null) =>
  kind === null ? sql`true` : sql`feed_kind(activity_type) = ${sql.lit(kind)}`

/** The words that a list shows of an activity, as far as a feed shows them. */
const wordsOf = (activity: RawBuilder<unknown>) => sql`concat_ws(' ',
  ${activity}.details ->> 'text', ${activity}.details ->> 'title', ${activity}.details ->> 'name',
  case when ${activity}.details ? 'review_id' then (
    select left(review_text, 1000) from reviews
    where reviews.id::text = ${activity}.details ->> 'review_id'
      and reviews.user_id = ${activity}.user_id and reviews.game_id = ${activity}.game_id
  ) end
)`

/**
 * A condition: the viewer has muted nothing of this activity: neither its author, game, genres, themes and words nor its kind. On
 * the page of a game its members have come for the game. One's own activities are never muted. For a viewer without mutes
 * it costs one look into an index for each statement, for any other one for each activity that is looked at.
 */
export function isUnmuted(
  viewerId: UserId | RawBuilder<UserId>,
  activity: RawBuilder<unknown>,
  { isOfOneGame = false }: { isOfOneGame?: boolean } = {},
): RawBuilder<boolean> {
  const viewer = sql`${viewerId}::uuid`
  const keys = isOfOneGame
    ? sql`array_remove(${keysOfActivity(activity)}, 'game:' || ${activity}.game_id)`
    : keysOfActivity(activity)
  const ofGame = isOfOneGame ? sql`` : sql`or ${hasMutedTraits(viewer, sql`${activity}.game_id`)}`
  return sql<boolean>`(not ${hasMutes(viewer)} or ${activity}.user_id = ${viewer} or not coalesce(
    ${isAnyMuted(viewer, keys)} ${ofGame} or ${isTextMuted(viewer, wordsOf(activity))}, false
  ))`
}

/**
 * Selects the next `most` of a member's own activities that admins have hidden, to append to the rows of a list. Their
 * author still sees them in every list (G21). They are few, and have an index of their own (friend_activities_hidden).
 */
export function ownHiddenIds(
  viewerId: string | null,
  before: Keyset | null,
  most: RawBuilder<unknown>,
  onlyIf: RawBuilder<unknown> = sql`true`,
): RawBuilder<unknown> {
  if (viewerId === null) return sql``
  return sql`union all (
    select id, created_at from friend_activities
    where user_id = ${viewerId}::uuid and hidden_at is not null and ${onlyIf} ${olderThan(before)}
    order by created_at desc, id desc
    limit ${most}
  )`
}

/**
 * Returns the number of rows to read for `most` wanted rows, as part of the text. With an unknown number PostgreSQL
 * expects a tenth of the table, and plans the statement again each time (1.7 ms, as long as it runs). There are only
 * two numbers, so the named statements stay few (decision 0011).
 */
export const boundedLimit = (most: number) => sql.lit(mostBound(most))

export const mostBound = (most: number): number => (most <= 21 ? 21 : 51)

/** Activities that a list looks at for a viewer who may have muted nearly all of them. */
const LOOKED_THROUGH = 5000

/** The activities that satisfy the condition, newest first; those that a member has not muted are among the first thousands. */
function unmutedOf(viewerId: UserId, condition: RawBuilder<unknown>, isOfOneGame: boolean) {
  return sql`(
    select newest.id, newest.user_id, newest.created_at, newest.game_id, newest.hidden_at
    from (
      select * from friend_activities activity
      where hidden_at is null ${condition}
      order by created_at desc, id desc
      limit ${sql.lit(LOOKED_THROUGH)}
    ) newest
    where ${isUnmuted(viewerId, sql`newest`, { isOfOneGame })}
    order by newest.created_at desc, newest.id desc
  )`
}

/**
 * Selects the newest `most` of all activities that satisfy the condition and that the viewer may see and has not muted. It walks
 * an index and looks up each actor until it has enough. The `limit 1` prevents the planner from reading all profiles.
 */
const openOf = (
  viewerId: UserId | null,
  condition: RawBuilder<unknown>,
  most: RawBuilder<unknown>,
  { hasMutes, isOfOneGame = false }: { hasMutes: boolean; isOfOneGame?: boolean },
) => sql`
  select activity.id, activity.created_at
  from ${viewerId && hasMutes ? unmutedOf(viewerId, condition, isOfOneGame) : sql`friend_activities`} activity
  cross join lateral (
    select from profiles p
    where p.id = activity.user_id and ${isOpenToViewer(viewerId, sql`p`)}
    limit 1
  ) open
  where activity.hidden_at is null ${viewerId && hasMutes ? sql`` : condition}
  order by activity.created_at desc, activity.id desc
  limit ${most}`

/** Selects the next `most` activities of all members that the viewer may see, by walking friend_activities_latest or _kind. */
export function idsOfEveryone(
  viewerId: UserId | null,
  before: Keyset | null,
  most: number,
  { kind, hasMutes }: { kind: FeedKind | null; hasMutes: boolean },
) {
  const many = boundedLimit(most)
  const isOlder = sql`and ${isOfKind(kind)} and ${isBefore(before, 'activity.created_at', 'activity.id')}`
  return sql`
    select id from ((${openOf(viewerId, isOlder, many, { hasMutes })}) ${ownHiddenIds(viewerId, before, many, isOfKind(kind))}) found
    order by created_at desc, id desc
    limit ${many}`
}

/** Selects one member's activities; `withHidden` is for the member and for admins. */
export function idsOfMember(
  userId: UserId,
  before: Keyset | null,
  most: number,
  { withHidden, kind = null }: { withHidden: boolean; kind?: FeedKind | null },
) {
  return sql`
    select id
    from (
      (
        select id, created_at from friend_activities
        where user_id = ${userId} and hidden_at is null and ${isOfKind(kind)} ${olderThan(before)}
        order by created_at desc, id desc
        limit ${boundedLimit(most)}
      )
      ${withHidden ? ownHiddenIds(userId, before, boundedLimit(most), isOfKind(kind)) : sql``}
    ) found
    order by created_at desc, id desc
    limit ${boundedLimit(most)}`
}

export const idOf = (activityId: string) => sql`select ${activityId}::uuid as id`

/** Selects those of these activities that belong to the member and are not hidden. */
export const idsOfOwn = (memberId: UserId, ids: readonly string[]) => sql`
  select id from friend_activities where id = any(${ids}::uuid[]) and user_id = ${memberId} and hidden_at is null`

export function idsOfGame(
  viewerId: UserId | null,
  gameId: GameId,
  part: { offset: number; most: number; hasMutes: boolean },
) {
  const most = sql.lit(part.most)
  const upTo = part.offset === 0 ? most : sql`${part.offset + part.most}`
  const open = openOf(viewerId, sql`and activity.game_id = ${gameId}`, upTo, {
    hasMutes: part.hasMutes,
    isOfOneGame: true,
  })
  return sql`
    select id from ((${open}) ${ownHiddenIds(viewerId, null, upTo, sql`game_id = ${gameId}`)}) found
    order by created_at desc, id desc
    limit ${most} ${part.offset === 0 ? sql`` : sql`offset ${part.offset}`}`
}
