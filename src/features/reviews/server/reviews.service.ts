import type * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { isFollowed, partOf } from '#db/page-numbers.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import type { LibraryDeps } from '#features/library/server/library.service.ts'
import { type ProfileRequest, requireVisibleSection } from '#features/profiles/server/profiles.service.ts'
import type { Reply, Shown } from '#server/routes.ts'
import type { Viewer } from '#server/session.ts'
import type { Purpose } from '#server/subjects.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { GameId, PlaythroughId, ReviewId, UserId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import type { Review } from '../reviews.contract.ts'
import type { ReviewSort } from '../reviews.endpoints.ts'
import { REVIEW } from '../reviews.subject.ts'
import { REVIEW_NOT_FOUND } from '../reviews.texts.ts'
import * as lists from './lists/review-lists.queries.ts'
import * as queries from './reviews.queries.ts'
import { type Reading, totalOf, viewReview, viewSummary } from './reviews.view.ts'
import { type CountRow, countOfGame, membersOfGame, starsOfGame } from './summary/review-counts.queries.ts'
import { loadSummary } from './summary/summary.queries.ts'

// Queries of activities load the review in the same statement; `viewExtract` converts the value.
export { type ExtractRow, reviewOfActivitySql } from './reviews.queries.ts'
export { viewExtract } from './reviews.view.ts'

export type ReviewsDeps = LibraryDeps
type ReadDeps = Omit<ReviewsDeps, 'events'>

export type ReviewView = z.input<typeof Review>

interface Page {
  page: number
  limit: number
}

/** A page of reviews with its cache tags. */
export interface ReviewList {
  data: ReviewView[]
  total: number
  hasMore: boolean
}

/**
 * Lists the public reviews of a game. Total and histogram both exclude reviews by members in a block with the viewer.
 */
export async function listReviewsOfGame(
  deps: ReviewsDeps,
  viewer: Viewer | null,
  query: lists.GameFilter & Page & { sort: ReviewSort },
  reply: Reply,
): Promise<ReviewList> {
  const { gameId, rating, platform, sort } = query
  reply.shows(tag.reviewsOf(gameId))
  const [rows, counts] = await Promise.all([
    queries.loadReviews(deps.db, lists.reviewsOfGame(viewer, query, sort, partOf(query)), viewer),
    countOfGame(deps.db, gameId, viewer),
  ])
  const isCounted = (row: CountRow) =>
    (rating === undefined || row.half_stars === rating * 2) && (platform === undefined || row.platform === platform)
  return listOf(deps, viewer, rows, { ...query, total: totalOf(counts.filter(isCounted)) }, reply)
}

/**
 * Lists a member's reviews, newest first, if the viewer may see the profile; refuses as the profile does. Only the owner
 * receives private and hidden ones. With `game_id` it lists those of this game.
 */
export async function listReviewsOfMember(
  deps: ReviewsDeps,
  request: ProfileRequest,
  page: Page & { game_id?: GameId | undefined },
  reply: Shown,
): Promise<ReviewList> {
  const { db } = deps
  const { id, seenAs } = await requireVisibleSection(db, request, 'profile', reply)
  reply.shows(tag.reviewsBy(id))
  const viewer = seenAs ? null : request.viewer
  const [rows, total] = await Promise.all([
    queries.loadReviews(db, lists.reviewsOfMember(id, viewer, partOf(page), page.game_id), viewer),
    lists.countOfMember(db, id, viewer, page.game_id),
  ])
  return listOf(deps, viewer, rows, { ...page, total }, reply)
}

/** Loads these reviews by a member that the viewer may see, by id, with the tags of what shows them. */
export async function loadReviewsBy(
  deps: ReadDeps,
  viewer: Viewer | null,
  userId: UserId,
  ids: readonly string[],
): Promise<{ views: ReadonlyMap<string, ReviewView>; tags: Tag[] }> {
  if (ids.length === 0) return { views: new Map(), tags: [] }
  const rows = await queries.loadReviews(deps.db, lists.theseOfMember(userId, viewer, ids), viewer)
  const views = await viewAll(deps, rows, { viewer, now: deps.clock() })
  return { views: new Map(views.map((view) => [view.id, view])), tags: tagsShown(rows) }
}

/** Lists the latest public reviews of everybody, as one page; nobody pages through all reviews. */
export async function listLatest(
  deps: ReviewsDeps,
  viewer: Viewer | null,
  limit: number,
  reply: Reply,
): Promise<ReviewList> {
  reply.shows(tag.latestReviews)
  const rows = await queries.loadReviews(deps.db, lists.latestReviews(viewer, limit), viewer)
  return { data: await viewRows(deps, viewer, rows, reply), total: rows.length, hasMore: false }
}

/** Lists the reviews that the viewer has bookmarked and may still read, the latest bookmark first. */
export async function listSaved(deps: ReviewsDeps, viewer: Viewer, page: Page, reply: Reply): Promise<ReviewList> {
  const [rows, total] = await Promise.all([
    queries.loadReviews(deps.db, lists.savedReviews(viewer, partOf(page)), viewer),
    lists.countSaved(deps.db, viewer),
  ])
  return listOf(deps, viewer, rows, { ...page, total }, reply)
}

/** Lists the member's latest reviews, including private and hidden ones. */
export async function listLatestOwn(deps: ReadDeps, viewer: Viewer, most: number): Promise<ReviewView[]> {
  const found = lists.reviewsOfMember(viewer.id, viewer, { limit: most, offset: 0 })
  return viewAll(deps, await queries.loadReviews(deps.db, found, viewer), { viewer, now: deps.clock() })
}

/** Returns a review, with a folded text only if `isRevealed`. Refuses with 404 if the viewer may not read it. */
export async function requireReview(
  deps: ReviewsDeps,
  viewer: Viewer | null,
  id: ReviewId,
  isRevealed: boolean,
  reply: Reply,
): Promise<ReviewView> {
  reply.shows(tag.subject(subjectRef(REVIEW, id)))
  const rows = await queries.loadReviews(deps.db, queries.oneReview(viewer, id), viewer)
  const [view] = await viewAll(deps, rows, { viewer, now: deps.clock(), isRevealed })
  if (!view) return refuseMissing()
  reply.shows(...tagsShown(rows))
  return view
}

/** Returns the ratings of a game: by everybody, by the viewer, and by the viewer's friends and followed members. */
export async function summaryOf(deps: ReviewsDeps, viewer: Viewer | null, gameId: GameId, reply: Reply) {
  const { db } = deps
  reply.shows(tag.reviewsOf(gameId))
  if (!viewer) {
    const [stars, counts, members] = await Promise.all([
      starsOfGame(db, gameId),
      countOfGame(db, gameId, null),
      membersOfGame(db, gameId),
    ])
    return viewSummary({ stars, counts, members, mine: null, own_half_stars: null, friends: [] })
  }
  const [summary] = await loadSummary(db, { viewerId: viewer.id, gameId })
  return viewSummary(summary as NonNullable<typeof summary>)
}

/** Returns the id of a member's review of a playthrough, or without one of the game as a whole; null if there is none. */
export const findOwnReviewId = (
  db: Db,
  { playthroughId, ...key }: queries.ReviewKey & { playthroughId: PlaythroughId | null },
): Promise<ReviewId | null> => queries.findOwnAbout(db, key, playthroughId)

/**
 * Returns the owner of a review that the viewer may read; refuses with 404. In a transaction it locks the review and its
 * author until the end.
 */
export async function requireAccess(
  db: Db,
  viewer: Viewer | null,
  id: string,
  _purpose: Purpose,
): Promise<{ ownerId: UserId }> {
  const found = await queries.findReadable(db, viewer, id)
  return found ? { ownerId: found.user_id } : refuseMissing()
}

export const refuseMissing = () => refuse('not_found', REVIEW.notFoundCode, REVIEW_NOT_FOUND)

interface Located {
  id: string
  user_id: string
  game_id: string
}

/** Returns the tags of everything that shows a review. */
export const tagsOf = (review: Located): Tag[] => [
  tag.reviewsOf(review.game_id),
  tag.reviewsBy(review.user_id),
  tag.subject(subjectRef(REVIEW, review.id)),
]

/** Returns the same tags, and those of the latest reviews and of everything that shows the number of the author's. */
export const tagsOfChange = (review: Located): Tag[] => [
  ...tagsOf(review),
  tag.latestReviews,
  tag.shelf(review.user_id),
]

/** Returns the tags of a page with these reviews: likes and comments, games and names of authors. */
const tagsShown = (rows: readonly queries.ReviewRow[]): Tag[] =>
  rows.flatMap((row) => [tag.subject(subjectRef(REVIEW, row.id)), tag.member(row.user_id), tag.game(row.game_id)])

async function listOf(
  deps: ReviewsDeps,
  viewer: Viewer | null,
  rows: queries.ReviewRow[],
  { page, limit, total }: Page & { total: number },
  reply: Shown,
): Promise<ReviewList> {
  const data = await viewRows(deps, viewer, rows, reply)
  return { data, total, hasMore: isFollowed(partOf({ page, limit }), rows, total) && rows.length > 0 }
}

/** Converts the rows of a list to reviews, with the tags of what it shows. */
export function viewRows(
  deps: ReadDeps,
  viewer: Viewer | null,
  rows: readonly queries.ReviewRow[],
  reply: Shown,
): Promise<ReviewView[]> {
  reply.shows(...tagsShown(rows))
  return viewAll(deps, rows, { viewer, now: deps.clock() })
}

/** Converts rows to reviews with the cards of their games. */
export async function viewAll(
  deps: ReadDeps,
  rows: readonly queries.ReviewRow[],
  reading: Reading,
): Promise<ReviewView[]> {
  const ids = rows.map(({ game_id }) => game_id as GameId)
  const cards: ReadonlyMap<GameId, GameCard> = await loadGameCards(deps, ids, reading.now)
  return rows.map((row) => viewReview(row, cards.get(row.game_id as GameId), reading))
}
