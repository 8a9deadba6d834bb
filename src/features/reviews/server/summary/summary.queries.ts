import { type RawBuilder, sql } from 'kysely'
import { compiledOnce } from '#db/compiled.ts'
import { idsInBlockWith } from '#features/blocks/server/blocks.service.ts'
import { isVisibleTo, knownTo } from '#features/profiles/server/profiles.service.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { MemberCounts } from '../../reviews.contract.ts'
import {
  type CountRow,
  countsOfGameSql,
  membersOfGameSql,
  type StarsRow,
  starsOfGameSql,
} from './review-counts.queries.ts'

export interface FriendRatingRow {
  id: string
  username: string | null
  display_name: string | null
  avatar_url: string | null
  /** Stars. */
  rating: number
  review_id: string | null
}

export interface SummaryRow {
  stars: StarsRow[]
  counts: CountRow[]
  /** Null if nobody has had the game. */
  members: MemberCounts | null
  /** The viewer's own review, of several that of the latest playthrough. */
  mine: { id: string; rating: number } | null
  /** The viewer's own public stars, in half stars. */
  own_half_stars: number | null
  friends: FriendRatingRow[]
}

/** Loads how a game is rated for a member, in one statement, compiled once: every page of a game asks for it. */
export const loadSummary = compiledOnce<{ viewerId: UserId; gameId: GameId }, SummaryRow>((value) => {
  const viewerId = value('viewerId')
  const gameId = value('gameId')
  return sql<SummaryRow>`
    select
      (select coalesce(json_agg(starred), '[]') from (${starsOfGameSql(gameId, viewerId)}) starred) as stars,
      (select coalesce(json_agg(counted), '[]') from (${countsOfGameSql(gameId, viewerId)}) counted) as counts,
      (select row_to_json(counted) from (${membersOfGameSql(gameId)}) counted) as members,
      (select half_stars from public_stars where user_id = ${viewerId} and game_id = ${gameId}) as own_half_stars,
      (
        select json_build_object('id', id, 'rating', rating)
        from reviews where user_id = ${viewerId} and game_id = ${gameId}
        order by place limit 1
      ) as mine,
      (select coalesce(json_agg(friend), '[]') from (${friendsRatings(viewerId, gameId)}) friend) as friends`
})

const MAX = 12

/**
 * Selects how friends and followed members rate a game, friends first: by their listed review, else by the stars in their
 * library if the viewer may see it. The subqueries with a limit look up each member: a join could read all reviews of the
 * game. The ratings are sorted before the checks of profile and visibility, so that only the first ones are checked.
 */
const friendsRatings = (viewerId: RawBuilder<UserId>, gameId: RawBuilder<GameId>) => sql`
  with known as materialized (
    ${knownTo(viewerId)}
  ), rated as materialized (
    select known.id, known.place, review.id as review_id, coalesce(review.rating, entry.user_rating / 2.0) as rating,
      coalesce(review.created_at, entry.updated_at) as at
    from known
    left join lateral (
      select id, created_at, coalesce(
          (select half_stars / 2.0 from public_stars star where star.user_id = known.id and star.game_id = ${gameId}),
          rating
        ) as rating
      from reviews
      where user_id = known.id and game_id = ${gameId} and is_listed
      order by place
      limit 1
    ) review on true
    left join lateral (
      select user_rating, updated_at from user_games
      where review.id is null and user_id = known.id and game_id = ${gameId} and user_rating is not null
      limit 1
    ) entry on true
    where review.id is not null or entry.user_rating is not null
    order by place, at desc, known.id
  )
  select rated.id, member.username, member.display_name, member.avatar_url, rated.rating, rated.review_id
  from rated
  cross join lateral (
    select username, display_name, avatar_url from profiles
    where profiles.id = rated.id and profiles.disabled_at is null
      and profiles.id not in (${idsInBlockWith(sql`${viewerId}::uuid`)})
      and (
        rated.review_id is not null
        or ${isVisibleTo({ viewerId, seesAll: false }, sql`profiles`, 'library', sql`rated.place = 0`)}
      )
    limit 1
  ) member
  order by rated.place, rated.at desc, rated.id
  limit ${sql.lit(MAX)}`
