import type { accountDeletionChanged } from '#features/accounts/server/accounts.events.ts'
import type { libraryChanged } from '#features/library/server/library.events.ts'
import type { reviewChanged, reviewsImported } from '#features/reviews/server/reviews.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { listJoinedIds } from './challenges.queries.ts'
import { startRefresh } from './progress/progress.service.ts'

/**
 * Recomputes progress in the transaction that changes a library or a review, because progress depends on both; no goal
 * counts stars, likes or notes of the library.
 */
export const refreshOnPlay = async (deps: EventDeps, { userId, isPlay }: PayloadOf<typeof libraryChanged>) =>
  isPlay ? startRefresh(deps, userId) : undefined

export const refreshOnReview = (
  deps: EventDeps,
  { userId }: PayloadOf<typeof reviewChanged | typeof reviewsImported>,
) => startRefresh(deps, userId)

/** Invalidates the rankings that list the member. */
export async function refreshOnDeletion(
  { db }: EventDeps,
  { userId }: PayloadOf<typeof accountDeletionChanged>,
): Promise<void> {
  const joined = await listJoinedIds(db, userId)
  await announce(db, joined.map(tag.challenge))
}
