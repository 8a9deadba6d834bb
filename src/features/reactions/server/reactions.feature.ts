import { defineFeature } from '#server/feature.ts'
import { ownReactions } from './own-data/own-reactions.queries.ts'
import { reactionsRoutes } from './reactions.routes.ts'

export const reactionsFeature = defineFeature({
  name: 'reactions',
  routes: reactionsRoutes,
  ownData: [ownReactions],
})
