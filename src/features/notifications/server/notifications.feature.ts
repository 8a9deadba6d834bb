import { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import { NEW_LIKE } from '../likes.notifications.ts'
import * as notificationsContract from '../notifications.contract.ts'
import { notificationsPages } from '../notifications.pages.ts'
import { notificationsJobs } from './notifications.jobs.ts'
import { notificationsRoutes } from './notifications.routes.ts'
import { removeNotificationsOnBlock } from './notifications.subscribers.ts'
import { ownNotifications } from './own-data/own-notifications.queries.ts'

export const notificationsFeature = defineFeature({
  name: 'notifications',
  pages: notificationsPages,
  contracts: [notificationsContract],
  needs: { catalogue: catalogueFeature },
  routes: notificationsRoutes,
  notifications: [NEW_LIKE],
  jobs: notificationsJobs,
  ownData: [ownNotifications],
  channels: () => [ownChannel('notifications', tag.notifications, 'notifications')],
  subscribes: [on(memberBlocked, removeNotificationsOnBlock)],
})
