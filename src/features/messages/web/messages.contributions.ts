import { notificationKinds } from '#features/notifications/web/notifications.slots.ts'
import { type Contribution, fill } from '#web/slots.tsx'
import { featurePages, headerTools, liveRefreshes, memberFrameLoaders, subjectKinds } from '#web/web.slots.ts'
import { NEW_MESSAGE } from '../messages.notifications.ts'
import { messagesPages } from '../messages.pages.ts'
import { MESSAGE } from '../messages.subject.ts'
import { MessagesLink } from './messages.widgets.tsx'
import { messagesKeys, unreadMessagesQuery } from './unread.api.ts'

export const messagesContributions: readonly Contribution[] = [
  fill(featurePages, messagesPages),
  fill(notificationKinds, NEW_MESSAGE),
  fill(subjectKinds, MESSAGE),
  fill(headerTools, { order: 3, Tool: MessagesLink }),
  fill(memberFrameLoaders, (client) => client.prefetchQuery(unreadMessagesQuery())),
  ...['messages', 'people'].map((channel) =>
    // The relationship between two members decides whether they may write to each other.
    fill(liveRefreshes, {
      channel,
      refresh: (client) => client.invalidateQueries({ queryKey: messagesKeys.all }),
    }),
  ),
]
