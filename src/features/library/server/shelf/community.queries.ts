import { type RawBuilder, sql } from 'kysely'
import { idsInBlockWith } from '#features/blocks/server/blocks.service.ts'
import type { Viewer } from '#server/session.ts'
import type { UserId } from '#shared/ids.ts'

/**
 * Returns SQL for the games that a member has rated and that others have reviewed, as rows `game_id`, `stars`, `others`
 * (both in stars) and `difference`, rounded to 0.01. Members in a block with the viewer are left out, as on the page of
 * the game (decision 0063).
 */
export const communityOf = (userId: UserId, viewer: Viewer | null): RawBuilder<unknown> => sql`
  select game_id, half_stars / 2.0 as stars, others / 2.0 as others, round((half_stars - others) / 2.0, 2) as difference
  from (
    select entry.game_id, entry.user_rating as half_stars,
      (counted.half_stars - coalesce(blocked.half_stars, 0) - coalesce(own.rating, 0) * 2)::numeric
        / nullif(counted.reviews - coalesce(blocked.reviews, 0) - (own.id is not null)::int, 0) as others
    from user_games entry
    join lateral (
      select sum(reviews)::int as reviews, sum(half_stars)::int as half_stars
      from game_review_sums where game_id = entry.game_id
    ) counted on counted.reviews > 0
    left join (${reviewsInBlockWith(viewer, userId)}) blocked on blocked.game_id = entry.game_id
    left join reviews own on own.user_id = entry.user_id and own.game_id = entry.game_id and own.is_listed
    where entry.user_id = ${userId} and entry.user_rating is not null
  ) rated
  where others is not null`

/** Sums the listed reviews of members in a block with the viewer by game, without those of the member. */
export function reviewsInBlockWith(viewer: Viewer | null, userId: UserId): RawBuilder<unknown> {
  const blocked = viewer === null ? sql`select null::uuid where false` : idsInBlockWith(sql`${viewer.id}::uuid`)
  return sql`
    select review.game_id, count(*)::int as reviews, sum(review.rating * 2)::int as half_stars
    from (select distinct id from (${blocked}) block (id)) other
    join reviews review on review.user_id = other.id
    where review.is_listed and review.user_id <> ${userId}
    group by review.game_id`
}
