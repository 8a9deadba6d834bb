import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { messagesRoutes } from './messages.routes.ts'
import { messagesTag } from './messages.service.ts'
import { messageSubject } from './moderation/message-moderation.service.ts'
import { ownMessages } from './own-data/own-messages.queries.ts'

export const messagesFeature = defineFeature({
  name: 'messages',
  routes: messagesRoutes,
  subjects: () => [messageSubject],
  ownData: [ownMessages],
  channels: () => [ownChannel('messages', messagesTag, 'messages')],
})
