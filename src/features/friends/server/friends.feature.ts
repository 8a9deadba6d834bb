import { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { friendsRoutes } from './friends.routes.ts'
import { removeFriendshipOnBlock } from './friends.subscribers.ts'

export const friendsFeature = defineFeature({
  name: 'friends',
  routes: friendsRoutes,
  subscribes: [on(memberBlocked, removeFriendshipOnBlock)],
})
