import type { accountDeletionChanged } from '#features/accounts/server/accounts.events.ts'
import type { friendshipAdded } from '#features/friends/server/friends.events.ts'
import type { reviewChanged } from '#features/reviews/server/reviews.events.ts'
import { announce } from '#server/changes.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import { tag } from '#server/tags.ts'
import { recordReviewActivity, removeReviewActivity } from './recording/activity-recording.service.ts'
import { insertFriendAdded, listActivityGames } from './recording/recording.queries.ts'

/**
 * Records a friendship as an activity of both members (C57), unless they do not share theirs (G25). The activity does
 * not name the friend, because the reader may not be allowed to see the friend; so several within the cool-down count
 * as one.
 */
export async function shareFriendship(
  { db, config }: EventDeps,
  { members, at }: PayloadOf<typeof friendshipAdded>,
): Promise<void> {
  const since = new Date(at.getTime() - config.activityCooldownMinutes * 60_000)
  const added = await insertFriendAdded(db, { members, at, since })
  if (added.length > 0) await announce(db, [tag.feed, ...members.map(tag.activitiesOf), ...added.map(tag.newActivity)])
}

/** Records the publication of a review as an activity, and removes it when the review becomes private or is deleted. */
export async function shareReview(deps: EventDeps, review: PayloadOf<typeof reviewChanged>): Promise<void> {
  if (review.isPublic && !review.wasPublic) await recordReviewActivity(deps, review)
  if (review.wasPublic && !review.isPublic) await removeReviewActivity(deps.db, review)
}

/** Invalidates feeds when an admin disables or enables a member, and when a member changes the profile's visibility. */
export const refreshFeeds = ({ db }: EventDeps): Promise<void> => announce(db, [tag.feed])

/** Pages that list the member's activities cache the member's name; these tags are those of the pages. */
export async function refreshOnDeletion(
  { db }: EventDeps,
  { userId }: PayloadOf<typeof accountDeletionChanged>,
): Promise<void> {
  const games = await listActivityGames(db, userId)
  await announce(db, [tag.feed, ...games.map(tag.activitiesAbout)])
}
