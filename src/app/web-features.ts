import { accountsContributions } from '#features/accounts/web/accounts.contributions.ts'
import { achievementsContributions } from '#features/achievements/web/achievements.contributions.ts'
import { activityContributions } from '#features/activity/web/activity.contributions.ts'
import { adminContributions } from '#features/admin/web/admin.contributions.ts'
import { badgesContributions } from '#features/badges/web/badges.contributions.ts'
import { catalogueContributions } from '#features/catalogue/web/catalogue.contributions.ts'
import { challengesContributions } from '#features/challenges/web/challenges.contributions.ts'
import { commentsContributions } from '#features/comments/web/comments.contributions.ts'
import { errorLogContributions } from '#features/error-log/web/error-log.contributions.ts'
import { followsContributions } from '#features/follows/web/follows.contributions.ts'
import { forumContributions } from '#features/forum/web/forum.contributions.ts'
import { friendsContributions } from '#features/friends/web/friends.contributions.tsx'
import { gameMergesContributions } from '#features/game-merges/web/game-merges.contributions.ts'
import { gamePagesContributions } from '#features/game-pages/web/game-pages.contributions.ts'
import { homeContributions } from '#features/home/web/home.contributions.ts'
import { importsContributions } from '#features/imports/web/imports.contributions.ts'
import { infoContributions } from '#features/info/web/info.contributions.ts'
import { journalContributions } from '#features/journal/web/journal.contributions.ts'
import { libraryContributions } from '#features/library/web/library.contributions.ts'
import { listsContributions } from '#features/lists/web/lists.contributions.ts'
import { messagesContributions } from '#features/messages/web/messages.contributions.ts'
import { moderationContributions } from '#features/moderation/web/moderation.contributions.ts'
import { newsContributions } from '#features/news/web/news.contributions.ts'
import { notificationsContributions } from '#features/notifications/web/notifications.contributions.ts'
import { offlineContributions } from '#features/offline/web/offline.contributions.ts'
import { pinsContributions } from '#features/pins/web/pins.contributions.tsx'
import { playLogContributions } from '#features/play-log/web/play-log.contributions.ts'
import { playlistsContributions } from '#features/playlists/web/playlists.contributions.ts'
import { preferencesContributions } from '#features/preferences/web/preferences.contributions.ts'
import { profilePagesContributions } from '#features/profile-pages/web/profile-pages.contributions.ts'
import { profilesContributions } from '#features/profiles/web/profiles.contributions.ts'
import { publicApiContributions } from '#features/public-api/web/public-api.contributions.ts'
import { reactionsContributions } from '#features/reactions/web/reactions.contributions.ts'
import { recommendationsContributions } from '#features/recommendations/web/recommendations.contributions.ts'
import { registrationContributions } from '#features/registration/web/registration.contributions.ts'
import { releasesContributions } from '#features/releases/web/releases.contributions.ts'
import { reportsContributions } from '#features/reports/web/reports.contributions.ts'
import { reviewsContributions } from '#features/reviews/web/reviews.contributions.ts'
import { searchContributions } from '#features/search/web/search.contributions.ts'
import { statisticsContributions } from '#features/statistics/web/statistics.contributions.ts'
import { welcomeContributions } from '#features/welcome/web/welcome.contributions.ts'
import { yearsContributions } from '#features/years/web/years.contributions.ts'
import type { Contribution } from '#web/slots.tsx'

/** The contributions of the features to slots, in the order of feature-map.ts. */
export const WEB_FEATURES: readonly Contribution[] = [
  ...accountsContributions,
  ...catalogueContributions,
  ...preferencesContributions,
  ...errorLogContributions,
  ...adminContributions,
  ...profilesContributions,
  ...notificationsContributions,
  ...gameMergesContributions,
  ...moderationContributions,
  ...followsContributions,
  ...friendsContributions,
  ...reactionsContributions,
  ...commentsContributions,
  ...messagesContributions,
  ...libraryContributions,
  ...playLogContributions,
  ...recommendationsContributions,
  ...reviewsContributions,
  ...activityContributions,
  ...achievementsContributions,
  ...listsContributions,
  ...pinsContributions,
  ...journalContributions,
  ...infoContributions,
  ...reportsContributions,
  ...registrationContributions,
  ...challengesContributions,
  ...forumContributions,
  ...badgesContributions,
  ...playlistsContributions,
  ...yearsContributions,
  ...statisticsContributions,
  ...importsContributions,
  ...publicApiContributions,
  ...newsContributions,
  ...releasesContributions,
  ...searchContributions,
  ...homeContributions,
  ...welcomeContributions,
  ...offlineContributions,
  ...gamePagesContributions,
  ...profilePagesContributions,
]
