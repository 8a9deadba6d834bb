import type { Db } from '#db/db.ts'
import { inTransaction } from '#db/transaction.ts'
import { NEW_LIKE } from '#features/notifications/likes.notifications.ts'
import { notify, withdraw } from '#features/notifications/server/notifications.service.ts'
import { announce } from '#server/changes.ts'
import type { Viewer } from '#server/session.ts'
import { tag } from '#server/tags.ts'
import type { ReviewId } from '#shared/ids.ts'
import { refuse } from '#shared/refusal.ts'
import { subjectRef } from '#shared/subject.ts'
import { REVIEW } from '../../reviews.subject.ts'
import { OWN_REVIEW } from '../../reviews.texts.ts'
import { mayLike } from '../reviews.policy.ts'
import { type ReviewsDeps, refuseMissing, tagsOf } from '../reviews.service.ts'
import * as queries from './review-marks.queries.ts'

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
    const cause = { type: NEW_LIKE.type, actor: viewer.id, ...subjectRef(REVIEW, id) } as const
    if (liked) await notify(db, { ...cause, to: review.user_id, at })
    else await withdraw(db, cause)
    await announce(db, [...tagsOf(review), tag.helpfulReviews])
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
    await announce(db, [...tagsOf(review), tag.helpfulReviews])
    return { bookmarked, bookmarks_count: review.bookmarks_count + (bookmarked ? 1 : -1) }
  })
}

async function requireLocked(db: Db, viewer: Viewer, id: ReviewId): Promise<queries.LockedReview> {
  return (await queries.lockReadable(db, viewer, id)) ?? refuseMissing()
}
