import type { libraryChanged } from '#features/library/server/library.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf, Rest } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { listTouchedBy } from './reviews.queries.ts'
import { tagsOf } from './reviews.service.ts'
import { copyStars, guessNoStars } from './stars/library-stars.queries.ts'

/** Copies the stars of the library to the review (C22). Cleared stars do not change the review. */
export async function copyLibraryStars(
  { db, clock, guesses }: EventDeps,
  { userId, rated }: PayloadOf<typeof libraryChanged>,
): Promise<Rest | undefined> {
  if (rated.length === 0) return undefined
  const stars = { userId, gameIds: rated, at: clock() }
  if (await guessNoStars(db, guesses, stars)) return undefined
  const changed = await copyStars(db, stars)
  return async () => {
    const rows = await changed.rows()
    if (rows.length > 0) await announce(db, [...rows.flatMap(tagsOf), tag.latestReviews])
  }
}

/** Invalidates the reviews that a member wrote, liked or saved, after the member was disabled, enabled or deleted. */
export async function announceReviewsOf({ db }: EventDeps, { userId }: { userId: string }): Promise<void> {
  const touched = await listTouchedBy(db, userId)
  await announce(db, [...touched.flatMap(tagsOf), tag.latestReviews])
}
