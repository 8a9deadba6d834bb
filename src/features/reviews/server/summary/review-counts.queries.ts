import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { idsInBlockWith } from '#features/blocks/server/blocks.service.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { MemberCounts } from '../../reviews.contract.ts'

export interface CountRow {
  /** '' if the review names no platform. */
  platform: string
  half_stars: number
  reviews: number
}

/** How many members give a game so many half stars. */
export interface StarsRow {
  half_stars: number
  members: number
}

/**
 * Selects the numbers of a game's listed reviews by platform and half stars: the stored counts without the reviews of
 * members in a block with the viewer.
 */
export const countsOfGameSql = (gameId: RawBuilder<GameId>, viewerId: RawBuilder<UserId> | null) => sql<CountRow>`
  select platform, half_stars, sum(reviews)::int as reviews
  from (
    select platform, half_stars, reviews from game_review_counts where game_id = ${gameId}
    ${viewerId === null ? sql`` : sql`union all ${minusBlocked(gameId, viewerId)}`}
  ) counted
  group by platform, half_stars
  having sum(reviews) > 0`

export async function countOfGame(db: Db, gameId: GameId, viewer: Viewer | null): Promise<CountRow[]> {
  return (await countsOfGameSql(sql`${gameId}`, viewer && sql`${viewer.id}`).execute(db)).rows
}

/** Selects the numbers of a game's public stars by half stars, without those of members in a block with the viewer. */
export const starsOfGameSql = (gameId: RawBuilder<GameId>, viewerId: RawBuilder<UserId> | null) => sql<StarsRow>`
  select half_stars, sum(members)::int as members
  from (
    select half_stars, members from game_star_counts where game_id = ${gameId}
    ${viewerId === null ? sql`` : sql`union all ${minusBlockedStars(gameId, viewerId)}`}
  ) counted
  group by half_stars
  having sum(members) > 0`

export async function starsOfGame(db: Db, gameId: GameId): Promise<StarsRow[]> {
  return (await starsOfGameSql(sql`${gameId}`, null).execute(db)).rows
}

/** Selects how many members have a game; no row if nobody has had it. */
export const membersOfGameSql = (gameId: RawBuilder<GameId>) => sql<MemberCounts>`
  select added, playing, finished, dropped from game_member_counts where game_id = ${gameId}`

export async function membersOfGame(db: Db, gameId: GameId): Promise<MemberCounts | null> {
  return (await membersOfGameSql(sql`${gameId}`).execute(db)).rows[0] ?? null
}

/** Two members who have blocked each other are one block. */
const blockedWith = (viewerId: RawBuilder<UserId>) => sql`(
  select distinct id from (${idsInBlockWith(sql`${viewerId}::uuid`)}) block (id)
)`

const minusBlockedStars = (gameId: RawBuilder<GameId>, viewerId: RawBuilder<UserId>) => sql`
  select star.half_stars, -1
  from ${blockedWith(viewerId)} blocked join public_stars star on star.user_id = blocked.id and star.game_id = ${gameId}`

/**
 * The subquery with an offset looks up each member: a join could read all reviews of the game.
 */
const minusBlocked = (gameId: RawBuilder<GameId>, viewerId: RawBuilder<UserId>) => sql`
  select coalesce(review.platform, ''), (review.rating * 2)::smallint, -1
  from ${blockedWith(viewerId)} blocked
  cross join lateral (
    select platform, rating from reviews where user_id = blocked.id and game_id = ${gameId} and is_listed offset 0
  ) review`
