import type { librariesChanged, libraryChanged } from '#features/library/server/library.events.ts'
import type { listChanged } from '#features/lists/server/lists.events.ts'
import type { reviewChanged, reviewsImported } from '#features/reviews/server/reviews.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { turnAppsOfMember } from './apps/apps.queries.ts'
import { deleteTokensOf, deleteTokensOfDisabled } from './tokens/tokens.queries.ts'
import { insertDeliveries } from './webhooks/webhooks.queries.ts'

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

export async function queueLibraryChange(
  { db, clock }: EventDeps,
  { userId }: PayloadOf<typeof libraryChanged>,
): Promise<void> {
  await insertDeliveries.send(db, { userIds: [userId], type: 'library.changed', subjectIds: [null], at: clock() })
}

export async function queueLibraryChanges(
  { db, clock }: EventDeps,
  { userIds }: PayloadOf<typeof librariesChanged>,
): Promise<void> {
  await insertDeliveries.send(db, { userIds, type: 'library.changed', subjectIds: [null], at: clock() })
}

export async function queueReviewChange(
  { db }: EventDeps,
  { userId, reviewId, at }: PayloadOf<typeof reviewChanged>,
): Promise<void> {
  await insertDeliveries.send(db, { userIds: [userId], type: 'review.changed', subjectIds: [reviewId], at })
}

export async function queueImportedReviews(
  { db }: EventDeps,
  { userId, reviews, at }: PayloadOf<typeof reviewsImported>,
): Promise<void> {
  const subjectIds = reviews.map(({ reviewId }) => reviewId)
  await insertDeliveries.send(db, { userIds: [userId], type: 'review.changed', subjectIds, at })
}

export async function queueListChange(
  { db }: EventDeps,
  { userId, listId, at }: PayloadOf<typeof listChanged>,
): Promise<void> {
  await insertDeliveries.send(db, { userIds: [userId], type: 'list.changed', subjectIds: [listId], at })
}
