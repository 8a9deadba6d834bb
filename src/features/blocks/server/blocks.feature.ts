import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import * as blocksContract from '../blocks.contract.ts'
import { blocksRoutes } from './blocks.routes.ts'

export const blocksFeature = defineFeature({
  name: 'blocks',
  contracts: [blocksContract],
  routes: blocksRoutes,
  channels: () => [ownChannel('people', tag.relationships, 'friends')],
})
