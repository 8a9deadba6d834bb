import { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as followsContract from '../follows.contract.ts'
import { NEW_FOLLOWER } from '../follows.notifications.ts'
import { followsRoutes } from './follows.routes.ts'
import { removeFollowsOnBlock } from './follows.subscribers.ts'

export const followsFeature = defineFeature({
  name: 'follows',
  contracts: [followsContract],
  routes: followsRoutes,
  notifications: [NEW_FOLLOWER],
  subscribes: [on(memberBlocked, removeFollowsOnBlock)],
})
