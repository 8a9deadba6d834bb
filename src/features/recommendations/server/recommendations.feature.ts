import { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import { gameMerging } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as recommendationsContract from '../recommendations.contract.ts'
import { GAME_RECOMMENDED, RECOMMENDATION_ANSWERED } from '../recommendations.notifications.ts'
import { moveMergedRecommendations } from './merges/move-recommendations.ts'
import { ownRecommendations } from './own-data/own-recommendations.queries.ts'
import { recommendationsRoutes } from './recommendations.routes.ts'
import { removeRecommendationsOnBlock } from './recommendations.subscribers.ts'
import { recommendationSubject } from './subject/recommendation-subject.service.ts'

export const recommendationsFeature = defineFeature({
  name: 'recommendations',
  contracts: [recommendationsContract],
  needs: { catalogue: catalogueFeature },
  routes: recommendationsRoutes,
  notifications: [GAME_RECOMMENDED, RECOMMENDATION_ANSWERED],
  subjects: () => [recommendationSubject],
  ownData: [ownRecommendations],
  subscribes: [on(memberBlocked, removeRecommendationsOnBlock), on(gameMerging, moveMergedRecommendations)],
})
