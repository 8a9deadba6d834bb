import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from '#features/accounts/web/accounts.api.ts'
import {
  gameReviewsQuery,
  MOST_HELPFUL,
  RECENT_REVIEWS,
  reviewSummaryQuery,
} from '#features/reviews/web/reviews.api.ts'
import type { GameId } from '#shared/ids.ts'

/**
 * Loads the ratings, which are above other parts. The server's page for visitors, which they share, also contains the
 * first reviews. A member's browser loads them, because they cost the server several statements for each member.
 */
export async function loadRatings(client: QueryClient, id: GameId): Promise<void> {
  const { user } = await client.ensureQueryData(sessionQuery())
  await Promise.all([
    client.prefetchQuery(reviewSummaryQuery(id)),
    import.meta.env.SSR && !user && client.prefetchInfiniteQuery(gameReviewsQuery(id, MOST_HELPFUL, RECENT_REVIEWS)),
  ])
}
