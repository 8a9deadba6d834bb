import { accountsFeature } from '#features/accounts/server/accounts.feature.ts'
import { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import * as channelsContract from '../channels.contract.ts'
import * as deliveryContract from '../delivery.contract.ts'
import { NEW_LIKE } from '../likes.notifications.ts'
import * as notificationsContract from '../notifications.contract.ts'
import { notificationsPages } from '../notifications.pages.ts'
import { channelsRoutes } from './channels/channels.routes.ts'
import { unsubscribeAddresses } from './mail/unsubscribe.ts'
import { notificationsJobs } from './notifications.jobs.ts'
import { notificationsRoutes } from './notifications.routes.ts'
import { removeNotificationsOnBlock } from './notifications.subscribers.ts'
import { ownNotifications } from './own-data/own-notifications.queries.ts'
import { deliveryRoutes } from './push/push.routes.ts'
import { wakeOnPushes } from './push/send-pushes.ts'

export const notificationsFeature = defineFeature({
  name: 'notifications',
  pages: notificationsPages,
  contracts: [notificationsContract, deliveryContract, channelsContract],
  needs: { accounts: accountsFeature, catalogue: catalogueFeature },
  routes: (deps) => [...notificationsRoutes(deps), ...deliveryRoutes(deps), ...channelsRoutes(deps)],
  notifications: [NEW_LIKE],
  jobs: notificationsJobs,
  addresses: unsubscribeAddresses,
  ownData: [ownNotifications],
  channels: () => [ownChannel('notifications', tag.notifications, 'notifications')],
  start: wakeOnPushes,
  subscribes: [on(memberBlocked, removeNotificationsOnBlock)],
})
