import {
  lockActivitiesOf,
  removeBadgeActivities,
} from '#features/activity/server/recording/activity-recording.service.ts'
import type { challengeCompleted, challengeRewardChanged } from '#features/challenges/server/challenges.events.ts'
import { listRunningParticipants, startRefresh } from '#features/challenges/server/progress/progress.service.ts'
import type { forumPostWritten } from '#features/forum/server/forum.events.ts'
import type { friendshipAdded } from '#features/friends/server/friends.events.ts'
import type { librariesChanged, libraryChanged } from '#features/library/server/library.events.ts'
import { isNoStricter } from '#features/profiles/profile-edit.rules.ts'
import type { profileVisibilityChanged } from '#features/profiles/server/profiles.events.ts'
import type { reviewChanged, reviewsImported } from '#features/reviews/server/reviews.events.ts'
import type { EventDeps, PayloadOf } from '#server/events.ts'
import type { UserId } from '#shared/ids.ts'
import { readRule, revealedBy } from '../badges.rules.ts'
import { backfillBadges } from './backfill/backfill.service.ts'
import { listEarned } from './badges.queries.ts'
import { earnByRules, earnReward, grantEarlierRewards, listReaching } from './earning/earning.service.ts'

// Each subscriber counts only the kinds that the write can change. Writes that a member may make at the same time count
// one after the other: of two that together reach a badge, neither would see the other's row.

/**
 * Counts the badges of a library write and refreshes the challenges of the member. Both count what was played, so their first
 * statements are sent together, and the write waits once for both.
 */
export async function earnByLibrary(
  deps: EventDeps,
  { userId, isPlay }: PayloadOf<typeof libraryChanged>,
): Promise<void> {
  if (isPlay) await earnByPlay(deps, userId)
}

const PLAY_KINDS = ['games_played', 'games_completed', 'hours_played'] as const

async function earnByPlay(deps: EventDeps, userId: UserId): Promise<void> {
  const refreshChallenges = await startRefresh(deps, userId)
  await lockActivitiesOf(deps.db, userId)
  await earnByRules(deps, userId, PLAY_KINDS)
  await refreshChallenges()
}

/** Does the same for many members: only those who reach a badge or take part in a challenge need statements of their own. */
export async function earnByLibraries(deps: EventDeps, { userIds }: PayloadOf<typeof librariesChanged>): Promise<void> {
  const running = await listRunningParticipants(deps.db, userIds, deps.clock())
  const reaching = await listReaching(deps, userIds, PLAY_KINDS)
  for (const userId of new Set([...reaching, ...running].toSorted())) await earnByPlay(deps, userId)
}

export async function earnByReview(
  deps: EventDeps,
  { userId, isPublic, wasPublic }: PayloadOf<typeof reviewChanged>,
): Promise<void> {
  if (!isPublic || wasPublic) return
  await lockActivitiesOf(deps.db, userId)
  await earnByRules(deps, userId, ['reviews_written'])
}

export async function earnByImportedReviews(
  deps: EventDeps,
  { userId, change, reviews }: PayloadOf<typeof reviewsImported>,
): Promise<void> {
  if (change === 'deleted' || !reviews.some(({ isPublic }) => isPublic)) return
  await lockActivitiesOf(deps.db, userId)
  await earnByRules(deps, userId, ['reviews_written'])
}

export async function earnByFriendship(deps: EventDeps, { members }: PayloadOf<typeof friendshipAdded>): Promise<void> {
  for (const userId of members.toSorted()) await earnByRules(deps, userId, ['friends'])
}

export async function earnByChallenge(
  deps: EventDeps,
  { userId, challengeId }: PayloadOf<typeof challengeCompleted>,
): Promise<void> {
  await earnByRules(deps, userId, ['challenges_completed'])
  await earnReward(deps, userId, challengeId)
}

export const earnByForum = (deps: EventDeps, { authorId }: PayloadOf<typeof forumPostWritten>): Promise<void> =>
  earnByRules(deps, authorId, ['forum_posts'])

export const grantNewReward = (
  deps: EventDeps,
  { challengeId }: PayloadOf<typeof challengeRewardChanged>,
): Promise<void> => grantEarlierRewards(deps, challengeId)

/** Removes the feed lines about badges that the member now shows to fewer people than activities (G22). */
export async function removeHiddenLines(
  { db }: EventDeps,
  { userId, settings }: PayloadOf<typeof profileVisibilityChanged>,
): Promise<void> {
  const isHidden = (section: 'badges' | 'library' | 'friends' | 'activity') =>
    !isNoStricter(settings, section, 'activity')
  const hidden = (await listEarned(db, userId)).filter(({ rule, challenge_id }) =>
    ['badges' as const, ...revealedBy({ rule: readRule(rule), isReward: challenge_id !== null })].some(isHidden),
  )
  if (hidden.length > 0)
    await removeBadgeActivities(
      db,
      userId,
      hidden.map(({ id }) => id),
    )
}

/** Gives the members of the demo world the badges that they have earned. */
export async function earnInDemo(deps: EventDeps): Promise<void> {
  await grantEarlierRewards(deps, null)
  await backfillBadges(deps)
}
