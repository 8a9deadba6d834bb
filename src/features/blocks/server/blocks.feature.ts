import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { blocksRoutes } from './blocks.routes.ts'
import { peopleTag } from './blocks.service.ts'

export const blocksFeature = defineFeature({
  name: 'blocks',
  routes: blocksRoutes,
  channels: () => [ownChannel('people', peopleTag, 'friends')],
})
