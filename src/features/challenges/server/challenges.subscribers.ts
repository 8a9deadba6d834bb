import type { accountDeletionChanged } from '#features/accounts/server/accounts.events.ts'
import type { reviewChanged, reviewsImported } from '#features/reviews/server/reviews.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { listJoinedIds } from './challenges.queries.ts'
import { refreshProgress } from './progress/progress.service.ts'

// Badges recompute progress when a library changes, together with their own count.

/** Recomputes progress in the transaction that changes a review, because progress depends on it. */
export const refreshOnReview = (
  deps: EventDeps,
  { userId }: PayloadOf<typeof reviewChanged | typeof reviewsImported>,
) => refreshProgress(deps, userId)

/** Invalidates the rankings that list the member. */
export async function refreshOnDeletion(
  { db }: EventDeps,
  { userId }: PayloadOf<typeof accountDeletionChanged>,
): Promise<void> {
  const joined = await listJoinedIds(db, userId)
  await announce(db, joined.map(tag.challenge))
}
