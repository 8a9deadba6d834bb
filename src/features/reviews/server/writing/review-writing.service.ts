import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { ensureGame, refuseMissingGame } from '#features/catalogue/server/catalogue.service.ts'
import { lockOwnEntry, type OwnEntry, rateEntry } from '#features/library/server/library.service.ts'
import { holdIfNeeded } from '#features/moderation/server/moderation.service.ts'
import { withdrawAbout } from '#features/notifications/server/notifications.service.ts'
import { SESSION_TEXTS } from '#features/play-log/play-sessions.texts.ts'
import { rateRun } from '#features/play-log/server/play-log.service.ts'
import { playedShare } from '#features/spoilers/spoilers.rules.ts'
import { announce } from '#server/changes.ts'
import { safeHtml } from '#server/safe-html.ts'
import type { Viewer } from '#server/session.ts'
import type { GameId, PlaythroughId, ReviewId } from '#shared/ids.ts'
import { plainTextOf } from '#shared/plain-text.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import { readText } from '#shared/text.ts'
import { RUN_REVIEWED } from '../../review-runs.texts.ts'
import type { ReviewDraft } from '../../reviews.schemas.ts'
import { REVIEW } from '../../reviews.subject.ts'
import { ALREADY_REVIEWED, CHANGED_BY_SOMEBODY, TEXT_REQUIRED } from '../../reviews.texts.ts'
import { reviewChanged } from '../reviews.events.ts'
import { findOwnAbout, loadReviews, oneReview, type ReviewKey } from '../reviews.queries.ts'
import { type ReviewsDeps, type ReviewView, refuseMissing, tagsOfChange, viewAll } from '../reviews.service.ts'
import { setHidden } from '../subject/review-subject.queries.ts'
import * as queries from './review-writing.queries.ts'

/**
 * Writes the viewer's review of a playthrough, or of the game as a whole. Refuses with 404 'Game not found', and with 409 and code
 * 23505 when the viewer has reviewed this playthrough, or without one the game as a whole or its latest playthrough; the 409 carries
 * that review (decision 0142). The library receives the same stars (C22).
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
    await refuseSecond(inside, viewer, key, draft.playthrough_id ?? null)
    const reviewId = await queries.insertReview(db, key, written, at)
    if (reviewId === undefined) {
      await refuseSecond(inside, viewer, key, draft.playthrough_id ?? null)
      return refuseMissingGame()
    }
    const isHeld = draft.is_public && (await hideIfHeld(inside, viewer, reviewId, html))
    if (entry) await rate(inside, viewer, entry, reviewId, draft)
    await announce(db, tagsOfChange({ id: reviewId, user_id: viewer.id, game_id: gameId }))
    const change = { ...key, reviewId, wasPublic: false, isPublic: draft.is_public && !isHeld, at }
    await events.publish(db, reviewChanged, { ...change, change: 'created' })
    return requireView(inside, viewer, reviewId)
  })
}

/**
 * Replaces the viewer's own review and retains its likes (G28). Refuses with 404 another member's review, and with 409
 * a `version` that differs from the stored `updated_at`. The 409 contains the stored review, so no text is lost (G59). A draft
 * that names no playthrough leaves the review with its own.
 */
export function editReview(
  deps: ReviewsDeps,
  viewer: Viewer,
  id: ReviewId,
  { updated_at: version, ...given }: ReviewDraft & { updated_at?: string | undefined },
): Promise<ReviewView> {
  const html = requireHtml(given)
  return inTransaction(deps, async (inside) => {
    const { db, clock, events } = inside
    const { review: stored, entry } = await lockOwnReview(db, viewer, id)
    const gameId = stored.game_id
    const at = clock()
    const draft = {
      ...given,
      playthrough_id: given.playthrough_id === undefined ? stored.playthrough_id : given.playthrough_id,
    }
    const key = { userId: viewer.id, gameId }
    const written = await fillIn(db, key, entry, draft, html)
    if (version !== undefined && new Date(version).getTime() !== stored.updated_at.getTime())
      refuse('conflict', 'changed_by_somebody', CHANGED_BY_SOMEBODY, {
        body: { review: await requireView(inside, viewer, id) },
      })
    // A review whose playthrough is gone stays apart from that of the game as a whole.
    const run_id = written.run_id ?? (stored.playthrough_id === null ? stored.run_id : null)
    if (run_id !== stored.run_id) await refuseSecond(inside, viewer, key, draft.playthrough_id ?? null, id)
    await queries.updateReview(db, id, { ...written, run_id }, at)
    const isNew = !stored.is_public || stored.review_text !== draft.review_text
    const isHeld = isNew && draft.is_public && stored.hidden_at === null && (await hideIfHeld(inside, viewer, id, html))
    if (isHeld) await withdrawAbout(db, subjectRef(REVIEW, id))
    if (entry) await rate(inside, viewer, entry, id, draft)
    await announce(db, tagsOfChange({ id, user_id: viewer.id, game_id: gameId }))
    // What is hidden does not become public by an edit.
    const mayBePublic = !isHeld && (stored.hidden_at === null || stored.is_public)
    const states = { wasPublic: stored.is_public, isPublic: draft.is_public && mayBePublic }
    const change = { userId: viewer.id, gameId, reviewId: id, ...states, at }
    await events.publish(db, reviewChanged, { ...change, change: 'updated' })
    return requireView(inside, viewer, id)
  })
}

/** Refuses with 409 a second review of a playthrough, or of the game as a whole. The 409 carries the first one. */
async function refuseSecond(
  inside: ReviewsDeps,
  viewer: Viewer,
  key: ReviewKey,
  playthroughId: PlaythroughId | null,
  except?: ReviewId,
): Promise<void> {
  const found = await findOwnAbout(inside.db, key, playthroughId)
  if (found === null || found === except) return
  refuse('conflict', '23505', playthroughId === null ? ALREADY_REVIEWED : RUN_REVIEWED, {
    body: { review: await requireView(inside, viewer, found) },
  })
}

/**
 * Gives the stars of a review to its playthrough, else to the game, unless a later review has others. The caller has locked the
 * entry.
 */
async function rate(
  inside: ReviewsDeps,
  viewer: Viewer,
  entry: OwnEntry,
  id: ReviewId,
  { playthrough_id, rating }: Pick<ReviewDraft, 'playthrough_id' | 'rating'>,
): Promise<void> {
  if (playthrough_id) return rateRun(inside, viewer, entry, playthrough_id, starsToTen(rating))
  if (await queries.isLatest(inside.db, id)) await rateEntry(inside, viewer, entry, starsToTen(rating))
}

/** Hides a review that others would read if it must wait for a moderator, and returns whether it must. */
async function hideIfHeld(
  inside: Pick<ReviewsDeps, 'db' | 'clock'>,
  author: Viewer,
  id: ReviewId,
  html: string,
): Promise<boolean> {
  const hold = await holdIfNeeded(inside, author, subjectRef(REVIEW, id), plainTextOf(html))
  if (hold) await setHidden(inside.db, id, hold.at)
  return hold !== null
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

async function requireView(deps: ReviewsDeps, viewer: Viewer, id: ReviewId): Promise<ReviewView> {
  const rows = await loadReviews(deps.db, oneReview(viewer, id), viewer)
  return (await viewAll(deps, rows, { viewer, now: deps.clock() }))[0] ?? refuseMissing()
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
  key: ReviewKey,
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
    run_id: draft.playthrough_id ?? null,
    hours: entry?.play_time ?? null,
    finish_level: playthrough?.finish_level ?? null,
    spoils_to: draft.spoils_to ?? null,
    written_at: entry ? playedShare(entry) : null,
  }
}
