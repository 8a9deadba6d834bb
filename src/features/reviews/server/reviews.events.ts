import { defineEvent } from '#server/events.ts'
import type { GameId, ReviewId, UserId } from '#shared/ids.ts'

/**
 * A member has written, edited or deleted a review. Published in the transaction of the change, after it was written.
 * `wasPublic` is the state before the change, false for a new review; `isPublic` the one after it, false for a deleted
 * review.
 */
export const reviewChanged = defineEvent<{
  userId: UserId
  gameId: GameId
  reviewId: ReviewId
  change: 'created' | 'updated' | 'deleted'
  wasPublic: boolean
  isPublic: boolean
  at: Date
}>('review changed')

/**
 * An import has written reviews of a member, or its undo has deleted them. Published once for all of them, in the same
 * transaction, after the write. Subscribers that show what members do now have no part in it.
 */
export const reviewsImported = defineEvent<{
  userId: UserId
  change: 'created' | 'deleted'
  at: Date
  reviews: readonly { reviewId: ReviewId; gameId: GameId; isPublic: boolean; createdAt: Date }[]
}>('reviews imported')

/**
 * Of two reviews of a member, `from` and `to`, one stays, because an admin merges their games. Published in the transaction
 * of the merge, before `from` is deleted.
 */
export const reviewsJoined = defineEvent<{ moves: readonly { from: ReviewId; to: ReviewId }[] }>('reviews joined')
