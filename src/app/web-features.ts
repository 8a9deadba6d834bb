import { activityContributions } from '#features/activity/web/activity.contributions.ts'
import { badgesContributions } from '#features/badges/web/badges.contributions.ts'
import { catalogueContributions } from '#features/catalogue/web/catalogue.contributions.ts'
import { challengesContributions } from '#features/challenges/web/challenges.contributions.ts'
import { commentsContributions } from '#features/comments/web/comments.contributions.ts'
import { errorLogContributions } from '#features/error-log/web/error-log.contributions.ts'
import { followsContributions } from '#features/follows/web/follows.contributions.ts'
import { forumContributions } from '#features/forum/web/forum.contributions.ts'
import { friendsContributions } from '#features/friends/web/friends.contributions.tsx'
import { journalContributions } from '#features/journal/web/journal.contributions.ts'
import { libraryContributions } from '#features/library/web/library.contributions.ts'
import { listsContributions } from '#features/lists/web/lists.contributions.ts'
import { messagesContributions } from '#features/messages/web/messages.contributions.ts'
import { notificationsContributions } from '#features/notifications/web/notifications.contributions.ts'
import { pinsContributions } from '#features/pins/web/pins.contributions.tsx'
import { preferencesContributions } from '#features/preferences/web/preferences.contributions.ts'
import { profilesContributions } from '#features/profiles/web/profiles.contributions.ts'
import { reactionsContributions } from '#features/reactions/web/reactions.contributions.ts'
import { releasesContributions } from '#features/releases/web/releases.contributions.ts'
import { reportsContributions } from '#features/reports/web/reports.contributions.ts'
import { reviewsContributions } from '#features/reviews/web/reviews.contributions.ts'
import type { Contribution } from '#web/slots.tsx'

/** The contributions of the features to slots, in the order of feature-map.ts. */
export const WEB_FEATURES: readonly Contribution[] = [
  ...catalogueContributions,
  ...preferencesContributions,
  ...profilesContributions,
  ...notificationsContributions,
  ...followsContributions,
  ...friendsContributions,
  ...reactionsContributions,
  ...commentsContributions,
  ...messagesContributions,
  ...libraryContributions,
  ...reviewsContributions,
  ...activityContributions,
  ...listsContributions,
  ...pinsContributions,
  ...journalContributions,
  ...errorLogContributions,
  ...reportsContributions,
  ...challengesContributions,
  ...forumContributions,
  ...badgesContributions,
  ...releasesContributions,
]
