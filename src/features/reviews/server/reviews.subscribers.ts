import type { libraryChanged } from '#features/library/server/library.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { copyStars, listTouchedBy } from './reviews.queries.ts'
import { tagsOf } from './reviews.service.ts'

/** The stars of the library and those of the review are one number (C22). Clearing the stars leaves the review's. */
export async function takeStars(
  { db, clock }: EventDeps,
  { userId, rated }: PayloadOf<typeof libraryChanged>,
): Promise<void> {
  if (rated.length === 0) return
  const changed = await copyStars(db, userId, rated, clock())
  await announce(db, changed.flatMap(tagsOf))
}

/** The lists and counts without or with a member: their reviews, and those that they have liked or bookmarked. */
export async function refreshReviewsOf({ db }: EventDeps, { userId }: { userId: string }): Promise<void> {
  const touched = await listTouchedBy(db, userId)
  await announce(db, touched.flatMap(tagsOf))
}
