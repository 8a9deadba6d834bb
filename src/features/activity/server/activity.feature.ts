import { memberStatusChanged } from '#features/accounts/server/accounts.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { friendshipAdded } from '#features/friends/server/friends.events.ts'
import { profileVisibilityChanged } from '#features/profiles/server/profiles.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { activityRoutes } from './activity.routes.ts'
import { requireAccess } from './activity.service.ts'
import { refreshFeeds, shareFriendship } from './activity.subscribers.ts'
import { activityChannels, feedChannels } from './live/live.ts'
import { reportableActivities } from './moderation/activity-moderation.service.ts'
import { ownActivity } from './own-data/own-activity.queries.ts'

export const activityFeature = defineFeature({
  name: 'activity',
  needs: { catalogue: catalogueFeature },
  routes: activityRoutes,
  subjects: () => ({ activity: requireAccess }),
  reportables: () => ({ activity: reportableActivities }),
  ownData: [ownActivity],
  channels: (deps) => [activityChannels(deps), feedChannels(deps)],
  subscribes: [
    on(friendshipAdded, shareFriendship),
    on(memberStatusChanged, refreshFeeds),
    on(profileVisibilityChanged, refreshFeeds),
  ],
})
