import { accountsFeature } from '#features/accounts/server/accounts.feature.ts'
import { achievementsFeature } from '#features/achievements/server/achievements.feature.ts'
import { activityFeature } from '#features/activity/server/activity.feature.ts'
import { adminFeature } from '#features/admin/server/admin.feature.ts'
import { atomFeature } from '#features/atom/server/atom.feature.ts'
import { badgesFeature } from '#features/badges/server/badges.feature.ts'
import { blocksFeature } from '#features/blocks/server/blocks.feature.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { catalogueFilesFeature } from '#features/catalogue-files/server/catalogue-files.feature.ts'
import { challengesFeature } from '#features/challenges/server/challenges.feature.ts'
import { commentsFeature } from '#features/comments/server/comments.feature.ts'
import { copiesFeature } from '#features/copies/server/copies.feature.ts'
import { discussionsFeature } from '#features/discussions/server/discussions.feature.ts'
import { entryMovesFeature } from '#features/entry-moves/server/entry-moves.feature.ts'
import { errorLogFeature } from '#features/error-log/server/error-log.feature.ts'
import { exportsFeature } from '#features/exports/server/exports.feature.ts'
import { followsFeature } from '#features/follows/server/follows.feature.ts'
import { forumFeature } from '#features/forum/server/forum.feature.ts'
import { friendsFeature } from '#features/friends/server/friends.feature.ts'
import { gameImagesFeature } from '#features/game-images/server/game-images.feature.ts'
import { gameMergesFeature } from '#features/game-merges/server/game-merges.feature.ts'
import { gamePagesFeature } from '#features/game-pages/server/game-pages.feature.ts'
import { homeFeature } from '#features/home/server/home.feature.ts'
import { importedGamesFeature } from '#features/imported-games/server/imported-games.feature.ts'
import { importsFeature } from '#features/imports/server/imports.feature.ts'
import { infoFeature } from '#features/info/server/info.feature.ts'
import { installFeature } from '#features/install/server/install.feature.ts'
import { journalFeature } from '#features/journal/server/journal.feature.ts'
import { libraryFeature } from '#features/library/server/library.feature.ts'
import { listsFeature } from '#features/lists/server/lists.feature.ts'
import { messagesFeature } from '#features/messages/server/messages.feature.ts'
import { moderationFeature } from '#features/moderation/server/moderation.feature.ts'
import { mutesFeature } from '#features/mutes/server/mutes.feature.ts'
import { newsFeature } from '#features/news/server/news.feature.ts'
import { notificationsFeature } from '#features/notifications/server/notifications.feature.ts'
import { offlineFeature } from '#features/offline/server/offline.feature.ts'
import { ownGamesFeature } from '#features/own-games/server/own-games.feature.ts'
import { pinsFeature } from '#features/pins/server/pins.feature.ts'
import { playLogFeature } from '#features/play-log/server/play-log.feature.ts'
import { playlistsFeature } from '#features/playlists/server/playlists.feature.ts'
import { preferencesFeature } from '#features/preferences/server/preferences.feature.ts'
import { profilePagesFeature } from '#features/profile-pages/server/profile-pages.feature.ts'
import { profilesFeature } from '#features/profiles/server/profiles.feature.ts'
import { publicApiFeature } from '#features/public-api/server/public-api.feature.ts'
import { queryProxyFeature } from '#features/query-proxy/server/query-proxy.feature.ts'
import { reactionsFeature } from '#features/reactions/server/reactions.feature.ts'
import { recommendationsFeature } from '#features/recommendations/server/recommendations.feature.ts'
import { registrationFeature } from '#features/registration/server/registration.feature.ts'
import { releasesFeature } from '#features/releases/server/releases.feature.ts'
import { reportsFeature } from '#features/reports/server/reports.feature.ts'
import { reviewsFeature } from '#features/reviews/server/reviews.feature.ts'
import { searchFeature } from '#features/search/server/search.feature.ts'
import { shelvesFeature } from '#features/shelves/server/shelves.feature.ts'
import { spoilersFeature } from '#features/spoilers/server/spoilers.feature.ts'
import { statisticsFeature } from '#features/statistics/server/statistics.feature.ts'
import { steamFeature } from '#features/steam/server/steam.feature.ts'
import { welcomeFeature } from '#features/welcome/server/welcome.feature.ts'
import { yearsFeature } from '#features/years/server/years.feature.ts'
import type { Feature } from '#server/feature.ts'

/** The only list of features on the server, in the order of feature-map.ts. */
export const SERVER_FEATURES: readonly Feature[] = [
  accountsFeature,
  catalogueFeature,
  catalogueFilesFeature,
  gameImagesFeature,
  queryProxyFeature,
  preferencesFeature,
  errorLogFeature,
  adminFeature,
  blocksFeature,
  profilesFeature,
  mutesFeature,
  notificationsFeature,
  gameMergesFeature,
  moderationFeature,
  followsFeature,
  friendsFeature,
  spoilersFeature,
  reactionsFeature,
  commentsFeature,
  discussionsFeature,
  messagesFeature,
  libraryFeature,
  playLogFeature,
  entryMovesFeature,
  copiesFeature,
  shelvesFeature,
  recommendationsFeature,
  importedGamesFeature,
  ownGamesFeature,
  reviewsFeature,
  activityFeature,
  achievementsFeature,
  listsFeature,
  pinsFeature,
  journalFeature,
  atomFeature,
  infoFeature,
  installFeature,
  reportsFeature,
  registrationFeature,
  challengesFeature,
  forumFeature,
  badgesFeature,
  playlistsFeature,
  yearsFeature,
  statisticsFeature,
  importsFeature,
  steamFeature,
  exportsFeature,
  publicApiFeature,
  newsFeature,
  releasesFeature,
  searchFeature,
  homeFeature,
  welcomeFeature,
  offlineFeature,
  gamePagesFeature,
  profilePagesFeature,
]
