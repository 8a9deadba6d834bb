import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/db.ts'
import { isBefore, type Keyset } from '#db/keyset.ts'
import { idsInBlockWith } from '#features/blocks/server/blocks.service.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId, UserId } from '#shared/ids.ts'
import type { ReviewSort } from '../../reviews.endpoints.ts'
import { type Found, isReadableBy, NEWEST } from '../reviews.queries.ts'

/** Returns the SQL condition for listed reviews whose authors have no block with the viewer. */
export const isListedFor = (viewer: Viewer | null) =>
  viewer === null
    ? sql`review.is_listed`
    : sql`review.is_listed and review.user_id not in (${idsInBlockWith(sql`${viewer.id}::uuid`)})`

/** Ties are newest first (G28). Each order has an index that begins with the game. */
const ORDERS: Record<ReviewSort, RawBuilder<unknown>> = {
  helpful: sql`review.helpfulness desc, ${NEWEST}`,
  newest: NEWEST,
  highest: sql`review.rating desc, ${NEWEST}`,
  lowest: sql`review.rating, ${NEWEST}`,
}

/** A part of a list: after a number of rows, or the rows before a place in the order `newest`. */
export type Part = { limit: number } & ({ offset: number } | { before: Keyset | null })

const limited = (part: Part) =>
  'offset' in part ? sql`limit ${part.limit} offset ${part.offset}` : sql`limit ${part.limit}`

const isInPart = (part: Part) =>
  'before' in part ? sql`and ${isBefore(part.before, 'review.created_at', 'review.id')}` : sql``

export interface GameFilter {
  gameId: GameId
  rating?: number | undefined
  platform?: string | undefined
}

/**
 * Selects the listed reviews of a game. Without a filter every plan reads them in their order from an index. With one,
 * PostgreSQL must know the game and the filter to choose: most games have few reviews, some have 50,000.
 */
export function reviewsOfGame(
  viewer: Viewer | null,
  { gameId, rating, platform }: GameFilter,
  sort: ReviewSort,
  part: Part,
): Found {
  const order = ORDERS[sort]
  const ids = sql`
    select review.id
    from reviews review
    where review.game_id = ${gameId} and ${isListedFor(viewer)}
      ${rating === undefined ? sql`` : sql`and review.rating = ${rating}`}
      ${platform === undefined ? sql`` : sql`and review.platform = ${platform}`}
      ${isInPart(part)}
    order by ${order}
    ${limited(part)}`
  return { ids, order, isPlannedEachTime: rating !== undefined || platform !== undefined }
}

/**
 * Which reviews of a member, or of the member and a game: private and hidden ones only for the member. `viewer` is null
 * for an owner's preview.
 */
const isByMember = (userId: UserId, viewer: Viewer | null, gameId?: GameId) => sql`
  review.user_id = ${userId} ${gameId === undefined ? sql`` : sql`and review.game_id = ${gameId}`}
  ${viewer?.id === userId ? sql`` : sql`and ${isListedFor(viewer)}`}`

/** Selects a member's reviews, newest first; with an id those of this game. */
export function reviewsOfMember(userId: UserId, viewer: Viewer | null, part: Part, gameId?: GameId): Found {
  const ids = sql`
    select review.id
    from reviews review
    where ${isByMember(userId, viewer, gameId)}
      ${isInPart(part)}
    order by ${NEWEST}
    ${limited(part)}`
  return { ids, order: NEWEST }
}

/** Selects the latest listed reviews of everybody. The limit is a literal, so that every plan reads only so many. */
export const latestReviews = (viewer: Viewer | null, limit: number): Found => ({
  ids: sql`
    select review.id from reviews review
    where ${isListedFor(viewer)}
    order by ${NEWEST}
    limit ${sql.lit(limit)}`,
  order: NEWEST,
})

/** Selects those of these reviews that are by the member and that the viewer may see in the member's list. */
export const theseOfMember = (userId: UserId, viewer: Viewer | null, ids: readonly string[]): Found => ({
  ids: sql`
    select review.id
    from reviews review
    where review.id = any(${ids}::uuid[]) and ${isByMember(userId, viewer)}`,
  order: NEWEST,
})

export async function countOfMember(db: Db, userId: UserId, viewer: Viewer | null, gameId?: GameId): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from reviews review
    where ${isByMember(userId, viewer, gameId)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Selects the reviews that the viewer has bookmarked and may still read, the latest bookmark first. */
export function savedReviews(viewer: Viewer, { limit, offset }: { limit: number; offset: number }): Found {
  const ids = sql`
    select review.id, mark.created_at as saved_at
    from review_bookmarks mark
    join reviews review on review.id = mark.review_id
    where mark.user_id = ${viewer.id} and ${isReadableBy(viewer)}
    order by mark.created_at desc, mark.review_id
    limit ${limit} offset ${offset}`
  return { ids, order: sql`found.saved_at desc, review.id` }
}

export async function countSaved(db: Db, viewer: Viewer): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from review_bookmarks mark
    join reviews review on review.id = mark.review_id
    where mark.user_id = ${viewer.id} and ${isReadableBy(viewer)}`.execute(db)
  return rows[0]?.total ?? 0
}
