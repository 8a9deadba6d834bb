import { demoDataLoaded } from '#features/accounts/server/accounts.events.ts'
import { challengeCompleted, challengeRewardChanged } from '#features/challenges/server/challenges.events.ts'
import { forumPostWritten } from '#features/forum/server/forum.events.ts'
import { friendshipAdded } from '#features/friends/server/friends.events.ts'
import { librariesChanged, libraryChanged } from '#features/library/server/library.events.ts'
import { profileVisibilityChanged } from '#features/profiles/server/profiles.events.ts'
import { reviewChanged, reviewsImported } from '#features/reviews/server/reviews.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import * as badgeFormSchemas from '../badge-form.schemas.ts'
import * as badgesContract from '../badges.contract.ts'
import { NEW_BADGE } from '../badges.notifications.ts'
import { badgesPages } from '../badges.pages.ts'
import { badgesJobs } from './badges.jobs.ts'
import { badgesRoutes } from './badges.routes.ts'
import {
  earnByChallenge,
  earnByForum,
  earnByFriendship,
  earnByImportedReviews,
  earnByLibraries,
  earnByLibrary,
  earnByReview,
  earnInDemo,
  grantNewReward,
  removeHiddenLines,
} from './badges.subscribers.ts'
import { ownBadges } from './own-data/own-badges.queries.ts'

export const badgesFeature = defineFeature({
  name: 'badges',
  pages: badgesPages,
  contracts: [badgeFormSchemas, badgesContract],
  routes: badgesRoutes,
  notifications: [NEW_BADGE],
  jobs: badgesJobs,
  admin: () => ({
    pages: [{ path: '/admin/badges', label: 'Badges', group: 'Content' }],
    actions: {
      create_badge: 'defined the badge',
      change_badge: 'changed the badge',
      give_badge: 'gave the badge',
      take_badge: 'took away the badge',
    },
    itemPages: { badge: () => '/admin/badges' },
  }),
  ownData: [ownBadges],
  channels: () => [ownChannel('badges', tag.badgeEarned, 'user_badges')],
  subscribes: [
    on(libraryChanged, earnByLibrary),
    on(librariesChanged, earnByLibraries),
    on(reviewChanged, earnByReview),
    on(reviewsImported, earnByImportedReviews),
    on(friendshipAdded, earnByFriendship),
    on(challengeCompleted, earnByChallenge),
    on(forumPostWritten, earnByForum),
    on(challengeRewardChanged, grantNewReward),
    on(profileVisibilityChanged, removeHiddenLines),
    on(demoDataLoaded, earnInDemo),
  ],
})
