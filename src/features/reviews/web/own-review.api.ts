import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { getPlayLog } from '#features/play-log/play-sessions.endpoints.ts'
import type { GameId, PlaythroughId, ReviewId } from '#shared/ids.ts'
import { CallError, call } from '#web/call.ts'
import type { Review } from '../reviews.contract.ts'
import * as endpoints from '../reviews.endpoints.ts'
import { reviewKeys } from './review-keys.ts'

/** Which of the viewer's reviews of a game: this one, or that of this playthrough; else that of the game. */
export interface WhichReview {
  reviewId?: ReviewId | undefined
  playthroughId?: PlaythroughId | undefined
}

/** Loads one of the viewer's own reviews of a game, also a private one; null if there is none. */
export const ownReviewQuery = (gameId: GameId, which: WhichReview = {}) =>
  queryOptions({
    queryKey: [...reviewKeys.mine(gameId), which],
    queryFn: async ({ client, signal }): Promise<Review | null> => {
      const reviewId = which.reviewId ?? (await ownReviewId(gameId, which, { client, signal }))
      try {
        return reviewId && (await call(endpoints.getReview, { params: { reviewId } }, { client, signal })).review
      } catch (error) {
        // Another tab has deleted the review.
        if (error instanceof CallError && error.status === 404) return null
        throw error
      }
    },
    // The initial value of the form must be the stored text.
    staleTime: 0,
  })

async function ownReviewId(
  gameId: GameId,
  { playthroughId }: WhichReview,
  asked: { client: QueryClient; signal: AbortSignal },
): Promise<ReviewId | null> {
  if (playthroughId === undefined)
    return (await call(endpoints.getReviewSummary, { params: { gameId } }, asked)).mine?.id ?? null
  const { playthroughs } = await call(getPlayLog, { params: { gameId } }, asked)
  return playthroughs.find(({ id }) => id === playthroughId)?.review_id ?? null
}
