import { accountDeletionChanged, memberStatusChanged } from '#features/accounts/server/accounts.events.ts'
import { entryMoving, entryReturning, gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { friendshipAdded } from '#features/friends/server/friends.events.ts'
import { profileVisibilityChanged } from '#features/profiles/server/profiles.events.ts'
import { reviewChanged } from '#features/reviews/server/reviews.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as activityContract from '../activity.contract.ts'
import { activityPages } from '../activity.pages.ts'
import { activityRoutes } from './activity.routes.ts'
import { refreshFeeds, refreshOnDeletion, shareFriendship, shareReview } from './activity.subscribers.ts'
import { feedChannels } from './live/live.ts'
import { moveMergedActivities, splitActivities } from './merges/move-activities.ts'
import { ownActivity } from './own-data/own-activity.queries.ts'
import { activitySubject } from './subject/activity-subject.service.ts'

export const activityFeature = defineFeature({
  name: 'activity',
  pages: activityPages,
  contracts: [activityContract],
  needs: { catalogue: catalogueFeature },
  routes: activityRoutes,
  subjects: () => [activitySubject],
  ownData: [ownActivity],
  channels: (deps) => [feedChannels(deps)],
  subscribes: [
    on(gameMerging, moveMergedActivities),
    on(entryMoving, moveMergedActivities),
    on(gameSplitting, splitActivities),
    on(entryReturning, splitActivities),

    on(accountDeletionChanged, refreshOnDeletion),
    on(friendshipAdded, shareFriendship),
    on(memberStatusChanged, refreshFeeds),
    on(profileVisibilityChanged, refreshFeeds),
    on(reviewChanged, shareReview),
  ],
})
