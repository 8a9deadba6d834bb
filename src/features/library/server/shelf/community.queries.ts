import { type RawBuilder, sql } from 'kysely'
import { idsInBlockWith } from '#features/blocks/server/blocks.service.ts'
import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'

/**
 * Returns SQL for the games that a member has rated and that others have rated, too, as rows `game_id`, `stars`, `others`
 * (both in stars) and `difference`, rounded to 0.01. Members in a block with the viewer are left out, as on the page of
 * the game (decisions 0063 and 0101).
 */
export const communityOf = (userId: UserId, viewer: Viewer | null): RawBuilder<unknown> => sql`
  select game_id, half_stars / 2.0 as stars, others / 2.0 as others, round((half_stars - others) / 2.0, 2) as difference
  from (
    select entry.game_id, entry.user_rating as half_stars,
      (counted.half_stars - coalesce(blocked.half_stars, 0) - coalesce(own.half_stars, 0))::numeric
        / nullif(counted.members - coalesce(blocked.members, 0) - (own.game_id is not null)::int, 0) as others
    from user_games entry
    join lateral (
      select sum(members)::int as members, sum(members * half_stars)::int as half_stars
      from game_star_counts where game_id = entry.game_id
    ) counted on counted.members > 0
    left join (${starsInBlockWith(viewer, userId)}) blocked on blocked.game_id = entry.game_id
    left join public_stars own on own.user_id = entry.user_id and own.game_id = entry.game_id
    where entry.user_id = ${userId} and entry.user_rating is not null
  ) rated
  where others is not null`

/** Sums the public stars of members in a block with the viewer by game, without those of the member. */
export function starsInBlockWith(viewer: Viewer | null, userId: UserId): RawBuilder<unknown> {
  const blocked = viewer === null ? sql`select null::uuid where false` : idsInBlockWith(sql`${viewer.id}::uuid`)
  return sql`
    select star.game_id, count(*)::int as members, sum(star.half_stars)::int as half_stars
    from (select distinct id from (${blocked}) block (id)) other
    join public_stars star on star.user_id = other.id
    where star.user_id <> ${userId}
    group by star.game_id`
}
