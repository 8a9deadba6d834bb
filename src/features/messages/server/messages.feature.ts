import { accountDeletionChanged } from '#features/accounts/server/accounts.events.ts'
import { heldTextPublished } from '#features/moderation/server/moderation.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import * as messagesContract from '../messages.contract.ts'
import { NEW_MESSAGE } from '../messages.notifications.ts'
import { messagesPages } from '../messages.pages.ts'
import * as unreadContract from '../unread.contract.ts'
import { messagesRoutes } from './messages.routes.ts'
import { refreshOnDeletion } from './messages.subscribers.ts'
import { ownMessages } from './own-data/own-messages.queries.ts'
import { NEW_MESSAGE_PUSH } from './push/message-push.ts'
import { messageSubject } from './subject/message-subject.service.ts'
import { forgetDelivered } from './waiting/waiting-messages.service.ts'

export const messagesFeature = defineFeature({
  name: 'messages',
  pages: messagesPages,
  contracts: [messagesContract, unreadContract],
  routes: messagesRoutes,
  notifications: [{ ...NEW_MESSAGE, push: NEW_MESSAGE_PUSH }],
  subjects: (deps) => [messageSubject(deps)],
  ownData: [ownMessages],
  channels: () => [ownChannel('messages', tag.messages, 'messages')],
  subscribes: [on(accountDeletionChanged, refreshOnDeletion), on(heldTextPublished, forgetDelivered)],
})
