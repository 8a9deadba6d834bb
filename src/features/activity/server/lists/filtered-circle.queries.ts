import { type RawBuilder, sql } from 'kysely'
import type { Keyset } from '#db/keyset.ts'
import type { FeedKind } from '#features/mutes/mutes.rules.ts'
import { isMemberMuted } from '#features/mutes/server/mutes.service.ts'
import type { UserId } from '#shared/ids.ts'
import { type CirclePart, latestOf, nearOf } from './feed-circle.queries.ts'
import { boundedLimit, isOfKind, isOpenToViewer, isUnmuted, olderThan, ownHiddenIds } from './ids.queries.ts'

/** What a list shows. Without mutes an index alone finds it. */
interface Shown {
  before: Keyset | null
  kind: FeedKind | null
  hasMutes: boolean
}

/** From so many activities of one member without one for the list, that member is passed over. */
const LOOKED_THROUGH_OF_EACH = 200

/** Activities of one member for the list, newest first. */
const ofMember = (
  viewerId: UserId,
  { before, kind, hasMutes, floor }: Shown & { floor: RawBuilder<unknown> },
  { memberId, most }: { memberId: RawBuilder<unknown>; most: RawBuilder<unknown> },
) => sql`
  select created_at, id
  from (
    select ${hasMutes ? sql`*` : sql`created_at, id`} from friend_activities
    where user_id = ${memberId} and hidden_at is null and ${isOfKind(kind)} ${olderThan(before)} ${floor}
    order by created_at desc, id desc
    limit ${sql.lit(LOOKED_THROUGH_OF_EACH)}
  ) activity
  where ${hasMutes ? isUnmuted(viewerId, sql`activity`) : sql`true`}
  order by created_at desc, id desc
  limit ${most}`

/** Selects a row if the viewer may see the activities of this member and has not muted them. */
const openMembers = (viewerId: UserId, hasMutes: boolean, memberId: RawBuilder<unknown>) => sql`
  select from profiles p
  where p.id = ${memberId} and ${isOpenToViewer(viewerId, sql`p`)}
    and ${hasMutes ? sql`not ${isMemberMuted(sql`${viewerId}::uuid`, memberId)}` : sql`true`}
  limit 1`

/** The activities of the list of these members (a query with `id` and `created_at`), none older than the last of them. */
const sinceLastOf = (
  viewerId: UserId,
  { many, ...shown }: Shown & { many: RawBuilder<unknown> },
  members: RawBuilder<unknown>,
) => sql`
  select activity.id, activity.created_at
  from ${members} member
  cross join lateral (
    ${ofMember(
      viewerId,
      {
        ...shown,
        floor: sql`and created_at >= (
          select case when count(*) = ${many} then min(created_at) else '-infinity' end from ${members}
        )`,
      },
      { memberId: sql`member.id`, most: many },
    )}
  ) activity`

/**
 * Selects the next `most` activities of the viewer's circle as `circleIds` does, without those that the viewer has muted, or only
 * those of one kind.
 *
 * What is muted may leave fewer than 21 of those that are newer than the latest of the 21st member. Only then, and for one kind,
 * the query looks up the newest activity of each member of the circle that the list shows (`others`, decision 0143).
 */
export function filteredCircleIds(
  viewerId: UserId,
  before: Keyset | null,
  most: number,
  { part, kind, hasMutes }: { part: CirclePart; kind: FeedKind | null; hasMutes: boolean },
) {
  const many = boundedLimit(most)
  const unfilled = (name: RawBuilder<unknown>) => sql`(select count(*) from ${name}) < ${many}`
  const shown = { before, kind, hasMutes, many }
  const isNotFound = kind === null ? sql`${unfilled(sql`far`)} and not ${unfilled(sql`chosen`)}` : unfilled(sql`near`)
  return sql`
    with near as materialized (
      select recent.id, recent.created_at
      from (${nearOf(viewerId, part, before, kind)}) recent
      join friend_activities activity on activity.id = recent.id
      cross join lateral (${openMembers(viewerId, hasMutes, sql`recent.user_id`)}) open
      where ${hasMutes ? isUnmuted(viewerId, sql`activity`) : sql`true`}
      order by recent.created_at desc, recent.id desc
      limit ${many}
    ),
    newest as materialized (
      ${latestOf(viewerId, part, before, unfilled(sql`near`))}
    ),
    chosen as materialized (
      select newest.id, newest.created_at
      from newest
      cross join lateral (${openMembers(viewerId, hasMutes, sql`newest.id`)}) open
      where ${kind === null ? sql`true` : sql`false`}
      order by newest.created_at desc, newest.activity_id desc
      limit ${many}
    ),
    far as materialized (${sinceLastOf(viewerId, shown, sql`chosen`)}),
    others as materialized (
      select newest.id, latest.created_at
      from newest
      cross join lateral (
        ${ofMember(viewerId, { ...shown, floor: sql`` }, { memberId: sql`newest.id`, most: sql`1` })}
      ) latest
      cross join lateral (${openMembers(viewerId, hasMutes, sql`newest.id`)}) open
      where ${isNotFound}
      order by latest.created_at desc, latest.id desc
      limit ${many}
    ),
    rest as (${sinceLastOf(viewerId, shown, sql`others`)})
    select id
    from (
      select id, created_at from near where not ${unfilled(sql`near`)}
      union all
      select id, created_at from far where not exists (select from others)
      union all
      select id, created_at from rest
      ${part === 'circle' ? ownHiddenIds(viewerId, before, many, isOfKind(kind)) : sql``}
    ) found
    order by created_at desc, id desc
    limit ${many}`
}
