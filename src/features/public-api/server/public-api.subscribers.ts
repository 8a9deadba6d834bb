import type { libraryChanged } from '#features/library/server/library.events.ts'
import type { listChanged } from '#features/lists/server/lists.events.ts'
import type { reviewChanged, reviewsImported } from '#features/reviews/server/reviews.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { turnAppsOfMember } from './apps/apps.queries.ts'
import { deleteTokensOf, deleteTokensOfDisabled } from './tokens/tokens.queries.ts'
import { insertDeliveries, insertDeliveriesOf } from './webhooks/webhooks.queries.ts'

/** A new password ends what the old one could open, as it ends sessions, and the access of apps with it. */
export const endTokens = ({ db }: EventDeps, { userId }: { userId: string }): Promise<void> =>
  deleteTokensOf(db, userId)

/**
 * A disabled or deleted member loses the tokens, as they lose their sessions; a return does not bring them back. Their apps
 * are off until they return.
 */
export async function followMemberStatus({ db }: EventDeps, { userId }: { userId: string }): Promise<void> {
  await deleteTokensOfDisabled(db, userId)
  await turnAppsOfMember(db, userId)
}

export const queueLibraryChange = (
  { db, clock }: EventDeps,
  { userId }: PayloadOf<typeof libraryChanged>,
): Promise<void> => insertDeliveries(db, { userId, type: 'library.changed', subjectId: null, at: clock() })

export const queueReviewChange = ({ db }: EventDeps, change: PayloadOf<typeof reviewChanged>): Promise<void> =>
  insertDeliveries(db, { userId: change.userId, type: 'review.changed', subjectId: change.reviewId, at: change.at })

export const queueImportedReviews = (
  { db }: EventDeps,
  { userId, reviews, at }: PayloadOf<typeof reviewsImported>,
): Promise<void> => {
  const subjectIds = reviews.map(({ reviewId }) => reviewId)
  return insertDeliveriesOf(db, { userId, type: 'review.changed', subjectIds, at })
}

export const queueListChange = ({ db }: EventDeps, change: PayloadOf<typeof listChanged>): Promise<void> =>
  insertDeliveries(db, { userId: change.userId, type: 'list.changed', subjectId: change.listId, at: change.at })
