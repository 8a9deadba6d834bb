import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, headerTools, liveRefreshes, memberFrameLoaders } from '#web/web.slots.ts'
import { NEW_LIKE } from '../likes.notifications.ts'
import { notificationsPages } from '../notifications.pages.ts'
import { notificationKinds } from './notifications.slots.ts'
import { NotificationBell } from './notifications.widgets.tsx'
import { notificationsKeys, unreadQuery } from './unread.api.ts'

export const notificationsContributions: readonly Contribution[] = [
  fill(featurePages, notificationsPages),
  fill(notificationKinds, NEW_LIKE),
  fill(headerTools, { order: 2, Tool: NotificationBell }),
  fill(memberFrameLoaders, (client) => client.prefetchQuery(unreadQuery())),
  fill(liveRefreshes, {
    channel: 'notifications',
    refresh: (client) => client.invalidateQueries({ queryKey: notificationsKeys.all }),
  }),
]
