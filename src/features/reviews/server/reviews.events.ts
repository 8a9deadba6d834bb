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
