import type { libraryChanged } from '#features/library/server/library.events.ts'
import type { playthroughsChanged } from '#features/play-log/server/play-log.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { listOwnOf, listTouchedBy } from './reviews.queries.ts'
import { tagsOf } from './reviews.service.ts'
import { copyStars, listRatedBy, takeStarsBack } from './stars/library-stars.queries.ts'

/**
 * Copies the stars of the library to the review, and announces both: see `libraryChanged`. Cleared stars do not change the
 * review, but an undo that leaves the library without stars gives the review those back that its author wrote.
 */
export async function copyLibraryStars(
  { db, clock }: EventDeps,
  { userId, rated, unrated, isUndo }: PayloadOf<typeof libraryChanged>,
): Promise<void> {
  const at = clock()
  const copied = rated.length > 0 ? await copyStars(db, { userId, gameIds: rated, at }) : []
  const taken = unrated.length > 0 ? await takeStarsBack(db, { userId, gameIds: unrated, at, isUndo }) : []
  const rows = [...copied, ...taken]
  await announce(db, [
    // A game's average counts stars without a review, too (decision 0101).
    ...[...rated, ...unrated].map(tag.reviewsOf),
    ...rows.flatMap(tagsOf),
    ...(rows.length > 0 ? [tag.latestReviews] : []),
  ])
}

/** Invalidates the reviews of games whose playthroughs are named in another way now. */
export async function announceReviewsOfRuns(
  { db }: EventDeps,
  { userId, gameIds }: PayloadOf<typeof playthroughsChanged>,
): Promise<void> {
  const found = await listOwnOf(db, userId, gameIds)
  if (found.length > 0) await announce(db, [...found.flatMap(tagsOf), tag.latestReviews])
}

/**
 * Invalidates the reviews that a member wrote, liked or saved, and the ratings of games, after the member was disabled,
 * enabled or deleted.
 */
export async function announceReviewsOf(deps: EventDeps, { userId }: { userId: string }): Promise<void> {
  const touched = await listTouchedBy(deps.db, userId)
  await announce(deps.db, [...touched.flatMap(tagsOf), tag.latestReviews])
  await announceStarsOf(deps, { userId })
}

/** Invalidates the ratings of the games in a member's library, which may count from now on or no longer. */
export async function announceStarsOf({ db }: EventDeps, { userId }: { userId: string }): Promise<void> {
  await announce(db, (await listRatedBy(db, userId)).map(tag.reviewsOf))
}
