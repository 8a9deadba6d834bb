import { defineEvent } from '#server/events.ts'
import type { GameId, ReviewId, UserId } from '#shared/ids.ts'

/**
 * A member has written, edited or deleted a review. Published in the transaction of the change, after it was written.
 * `isPublic` is the state after the change; false for a deleted review.
 */
export const reviewChanged = defineEvent<{
  userId: UserId
  gameId: GameId
  reviewId: ReviewId
  change: 'created' | 'updated' | 'deleted'
  isPublic: boolean
  at: Date
}>('review changed')
