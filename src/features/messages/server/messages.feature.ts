import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import { messagesRoutes } from './messages.routes.ts'
import { messageSubject } from './moderation/message-moderation.service.ts'
import { ownMessages } from './own-data/own-messages.queries.ts'

export const messagesFeature = defineFeature({
  name: 'messages',
  routes: messagesRoutes,
  subjects: () => [messageSubject],
  ownData: [ownMessages],
  channels: () => [ownChannel('messages', tag.messages, 'messages')],
})
