import { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { followsRoutes } from './follows.routes.ts'
import { removeFollowsOnBlock } from './follows.subscribers.ts'

export const followsFeature = defineFeature({
  name: 'follows',
  routes: followsRoutes,
  subscribes: [on(memberBlocked, removeFollowsOnBlock)],
})
