import type * as z from 'zod/mini'
import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import type { GameCard } from '#features/catalogue/catalogue.contract.ts'
import { GAME_NOT_FOUND } from '#features/catalogue/catalogue.texts.ts'
import { ensureGame, loadGameCards } from '#features/catalogue/server/catalogue.service.ts'
import { SESSION_TEXTS } from '#features/library/play-sessions.texts.ts'
import { type LibraryDeps, lockOwnEntry, type OwnEntry, rateEntry } from '#features/library/server/library.service.ts'
import { notify, withdraw, withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import { type ProfileRequest, requireVisibleSection } from '#features/profiles/server/profiles.service.ts'
import { playedShare } from '#features/spoilers/spoilers.rules.ts'
import { announce } from '#server/changes.ts'
import type { Reply, Shown } from '#server/routes.ts'
import { safeHtml } from '#server/safe-html.ts'
import type { Viewer } from '#server/session.ts'
import type { Purpose } from '#server/subjects.ts'
import { type Tag, tag } from '#server/tags.ts'
import type { GameId, ReviewId, UserId } from '#shared/ids.ts'
import { plainTextOf } from '#shared/plain-text.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import { readText } from '#shared/text.ts'
import type { Review } from '../reviews.contract.ts'
import type { ReviewSort } from '../reviews.endpoints.ts'
import type { ReviewDraft } from '../reviews.schemas.ts'
import { REVIEW } from '../reviews.subject.ts'
import { ALREADY_REVIEWED, CHANGED_BY_SOMEBODY, OWN_REVIEW, REVIEW_NOT_FOUND, TEXT_REQUIRED } from '../reviews.texts.ts'
import { reviewChanged } from './reviews.events.ts'
import { mayLike } from './reviews.policy.ts'
import * as queries from './reviews.queries.ts'
import { type Reading, totalOf, viewReview, viewSummary } from './reviews.view.ts'
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

const partOf = ({ page, limit }: Page) => ({ limit, offset: (page - 1) * limit })

/**
 * Lists the public reviews of a game. Total and histogram both exclude reviews by members in a block with the viewer.
 */
export async function listReviewsOfGame(
  deps: ReviewsDeps,
  viewer: Viewer | null,
  query: queries.GameFilter & Page & { sort: ReviewSort },
  reply: Reply,
): Promise<ReviewList> {
  const { gameId, rating, platform, sort } = query
  reply.shows(tag.reviewsOf(gameId))
  const [rows, counts] = await Promise.all([
    queries.loadReviews(deps.db, queries.reviewsOfGame(viewer, query, sort, partOf(query)), viewer),
    queries.countOfGame(deps.db, gameId, viewer),
  ])
  const isCounted = (row: queries.CountRow) =>
    (rating === undefined || row.half_stars === rating * 2) && (platform === undefined || row.platform === platform)
  return listOf(deps, viewer, rows, { ...query, total: totalOf(counts.filter(isCounted)) }, reply)
}

/**
 * Lists a member's reviews, newest first, if the viewer may see the profile; refuses as the profile does. Only the owner
 * receives private and hidden ones.
 */
export async function listReviewsOfMember(
  deps: ReviewsDeps,
  request: ProfileRequest,
  page: Page,
  reply: Shown,
): Promise<ReviewList> {
  const { db } = deps
  const { id, seenAs } = await requireVisibleSection(db, request, 'profile', reply)
  reply.shows(tag.reviewsBy(id))
  const viewer = seenAs ? null : request.viewer
  const [rows, total] = await Promise.all([
    queries.loadReviews(db, queries.reviewsOfMember(id, viewer, partOf(page)), viewer),
    queries.countOfMember(db, id, viewer),
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
  const rows = await queries.loadReviews(deps.db, queries.theseOfMember(userId, viewer, ids), viewer)
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
  const rows = await queries.loadReviews(deps.db, queries.latestReviews(viewer, limit), viewer)
  return { data: await viewRows(deps, viewer, rows, reply), total: rows.length, hasMore: false }
}

/** Lists the reviews that the viewer has bookmarked and may still read, the latest bookmark first. */
export async function listSaved(deps: ReviewsDeps, viewer: Viewer, page: Page, reply: Reply): Promise<ReviewList> {
  const [rows, total] = await Promise.all([
    queries.loadReviews(deps.db, queries.savedReviews(viewer, partOf(page)), viewer),
    queries.countSaved(deps.db, viewer),
  ])
  return listOf(deps, viewer, rows, { ...page, total }, reply)
}

/** Lists the member's latest reviews, including private and hidden ones. */
export async function listLatestOwn(deps: ReadDeps, viewer: Viewer, most: number): Promise<ReviewView[]> {
  const found = queries.reviewsOfMember(viewer.id, viewer, { limit: most, offset: 0 })
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
  if (!viewer) return viewSummary(await queries.countOfGame(db, gameId, null), null, [])
  const { counts, mine, friends } = await loadSummary(db, viewer, gameId)
  return viewSummary(counts, mine, friends)
}

/** Returns the id of a member's review of a game; null if there is none. */
export async function findOwnReviewId(db: Db, userId: UserId, gameId: GameId): Promise<ReviewId | null> {
  return ((await queries.findOwn(db, { userId, gameId }))?.id ?? null) as ReviewId | null
}

/**
 * Writes the viewer's review of a game. Refuses with 404 'Game not found', and with 409 and code 23505 when the viewer
 * has reviewed the game; the 409 carries that review. A game in the viewer's library receives the same stars (C22).
 */
export async function writeReview(
  deps: ReviewsDeps,
  viewer: Viewer,
  gameId: GameId,
  draft: ReviewDraft,
): Promise<ReviewView> {
  // This may send a request to a source, so it runs before the transaction.
  await ensureGame(deps, gameId, deps.clock())
  const html = requireHtml(draft)
  return inTransaction(deps, async (inside) => {
    const { db, clock, events } = inside
    const key = { userId: viewer.id, gameId }
    const at = clock()
    const entry = await lockOwnEntry(db, viewer, gameId)
    const written = await fillIn(db, key, entry, draft, html)
    const reviewId = await queries.insertReview(db, key, written, at)
    if (reviewId === undefined) {
      const review = await findView(inside, viewer, queries.reviewOf(key))
      if (!review) return refuse('not_found', 'game_not_found', GAME_NOT_FOUND)
      return refuse('conflict', '23505', ALREADY_REVIEWED, { body: { review } })
    }
    if (entry) await rateEntry(inside, viewer, entry, starsToTen(draft.rating))
    await announce(db, tagsOfChange({ id: reviewId, user_id: viewer.id, game_id: gameId }))
    const change = { ...key, reviewId, wasPublic: false, isPublic: draft.is_public, at }
    await events.publish(db, reviewChanged, { ...change, change: 'created' })
    return requireView(inside, viewer, reviewId)
  })
}

/**
 * Replaces the viewer's own review and retains its likes (G28). Refuses with 404 another member's review, and with 409
 * a `version` that differs from the stored `updated_at`. The 409 contains the stored review, so no text is lost (G59).
 */
export function editReview(
  deps: ReviewsDeps,
  viewer: Viewer,
  id: ReviewId,
  { updated_at: version, ...draft }: ReviewDraft & { updated_at?: string | undefined },
): Promise<ReviewView> {
  const html = requireHtml(draft)
  return inTransaction(deps, async (inside) => {
    const { db, clock, events } = inside
    const { review: stored, entry } = await lockOwnReview(db, viewer, id)
    const gameId = stored.game_id
    const at = clock()
    const written = await fillIn(db, { userId: viewer.id, gameId }, entry, draft, html)
    if (version !== undefined && new Date(version).getTime() !== stored.updated_at.getTime())
      refuse('conflict', 'changed_by_somebody', CHANGED_BY_SOMEBODY, {
        body: { review: await requireView(inside, viewer, id) },
      })
    await queries.updateReview(db, id, written, at)
    if (entry) await rateEntry(inside, viewer, entry, starsToTen(draft.rating))
    await announce(db, tagsOfChange({ id, user_id: viewer.id, game_id: gameId }))
    const states = { wasPublic: stored.is_public, isPublic: draft.is_public }
    const change = { userId: viewer.id, gameId, reviewId: id, ...states, at }
    await events.publish(db, reviewChanged, { ...change, change: 'updated' })
    return requireView(inside, viewer, id)
  })
}

/**
 * Locks the viewer's own review until the transaction ends, and before it the entry of its game, as a change of the stars
 * does. Refuses with 404 another member's.
 */
export async function lockOwnReview(
  db: Db,
  viewer: Viewer,
  id: ReviewId,
): Promise<{ review: queries.OwnReview; entry: OwnEntry | undefined }> {
  const found = await queries.findOwnById(db, viewer.id, id, { isLocked: false })
  if (!found) return refuseMissing()
  const entry = await lockOwnEntry(db, viewer, found.game_id)
  const review = (await queries.findOwnById(db, viewer.id, id, { isLocked: true })) ?? refuseMissing()
  return { review, entry }
}

/**
 * Deletes the viewer's own review with its likes, bookmarks, reactions and comments. Refuses with 404 another member's.
 */
export function deleteReview(deps: ReviewsDeps, viewer: Viewer, id: ReviewId): Promise<void> {
  return inTransaction(deps, async ({ db, clock, events }) => {
    const found = await queries.findOwnById(db, viewer.id, id, { isLocked: true })
    if (!found) return refuseMissing()
    await queries.deleteReview(db, id)
    await withdrawAbout(db, subjectRef(REVIEW, id))
    await announce(db, tagsOfChange({ id, user_id: viewer.id, game_id: found.game_id }))
    const states = { wasPublic: found.is_public, isPublic: false }
    const change = { userId: viewer.id, gameId: found.game_id, reviewId: id, ...states, at: clock() }
    await events.publish(db, reviewChanged, { ...change, change: 'deleted' })
  })
}

/**
 * Likes a review, or removes the like (R-REV-03), and notifies its author. Refuses with 404 a review that the
 * viewer may not read, and with 403 the viewer's own.
 */
export function toggleLike(deps: ReviewsDeps, viewer: Viewer, id: ReviewId) {
  return inTransaction(deps, async ({ db, clock }) => {
    const review = await requireLocked(db, viewer, id)
    if (!mayLike(viewer, { userId: review.user_id })) refuse('forbidden', 'own_review', OWN_REVIEW)
    const at = clock()
    const liked = await queries.toggleMark(db, 'review_likes', { reviewId: id, userId: viewer.id, at })
    const cause = { type: 'like', actor: viewer.id, ...subjectRef(REVIEW, id) } as const
    if (liked) await notify(db, { ...cause, to: review.user_id, at })
    else await withdraw(db, cause)
    await announce(db, tagsOf(review))
    return { liked, likes_count: review.likes_count + (liked ? 1 : -1) }
  })
}

/**
 * Bookmarks a review, or removes the bookmark (R-REV-04); members may bookmark their own. Refuses with 404 a
 * review that the viewer may not read.
 */
export function toggleBookmark(deps: ReviewsDeps, viewer: Viewer, id: ReviewId) {
  return inTransaction(deps, async ({ db, clock }) => {
    const review = await requireLocked(db, viewer, id)
    const mark = { reviewId: id, userId: viewer.id, at: clock() }
    const bookmarked = await queries.toggleMark(db, 'review_bookmarks', mark)
    await announce(db, tagsOf(review))
    return { bookmarked, bookmarks_count: review.bookmarks_count + (bookmarked ? 1 : -1) }
  })
}

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

const refuseMissing = () => refuse('not_found', REVIEW.notFoundCode, REVIEW_NOT_FOUND)

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
  return { data, total, hasMore: (page - 1) * limit + rows.length < total && rows.length > 0 }
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
async function viewAll(deps: ReadDeps, rows: readonly queries.ReviewRow[], reading: Reading): Promise<ReviewView[]> {
  const ids = rows.map(({ game_id }) => game_id as GameId)
  const cards: ReadonlyMap<GameId, GameCard> = await loadGameCards(deps, ids, reading.now)
  return rows.map((row) => viewReview(row, cards.get(row.game_id as GameId), reading))
}

async function findView(deps: ReviewsDeps, viewer: Viewer, found: queries.Found): Promise<ReviewView | undefined> {
  const rows = await queries.loadReviews(deps.db, found, viewer)
  return (await viewAll(deps, rows, { viewer, now: deps.clock() }))[0]
}

const requireView = async (deps: ReviewsDeps, viewer: Viewer, id: ReviewId): Promise<ReviewView> =>
  (await findView(deps, viewer, queries.oneReview(viewer, id))) ?? refuseMissing()

async function requireLocked(db: Db, viewer: Viewer, id: ReviewId): Promise<queries.LockedReview> {
  return (await queries.lockReadable(db, viewer, id)) ?? refuseMissing()
}

/** Sanitises the text before it is stored. Refuses with 400 a text that is empty afterwards. */
function requireHtml({ review_text }: ReviewDraft): string {
  const html = safeHtml(review_text)
  if (readText(plainTextOf(html)) === '')
    refuse('invalid', 'validation_failed', TEXT_REQUIRED, { details: { review_text: TEXT_REQUIRED } })
  return html
}

const starsToTen = (stars: number): number => stars * 2

/**
 * Completes a draft with the author's current hours and progress; the caller has locked the author's library entry.
 * Refuses with 404 a playthrough of another member or game.
 */
async function fillIn(
  db: Db,
  key: queries.ReviewKey,
  entry: OwnEntry | undefined,
  draft: ReviewDraft,
  review_html: string,
): Promise<queries.Written> {
  const playthrough = draft.playthrough_id ? await queries.findPlaythrough(db, key, draft.playthrough_id) : null
  if (playthrough === undefined) refuse('not_found', 'playthrough_not_found', SESSION_TEXTS.playthroughMissing)
  return {
    rating: draft.rating,
    review_text: draft.review_text,
    review_html,
    is_public: draft.is_public,
    platform: draft.platform === undefined ? (playthrough?.platform ?? null) : draft.platform,
    playthrough_id: draft.playthrough_id ?? null,
    hours: entry?.play_time ?? null,
    finish_level: playthrough?.finish_level ?? null,
    spoils_to: draft.spoils_to ?? null,
    written_at: entry ? playedShare(entry) : null,
  }
}
