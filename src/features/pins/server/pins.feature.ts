import { entryReturned, gameSplit } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { gamesJoined } from '#features/library/server/library.events.ts'
import { reviewsJoined } from '#features/reviews/server/reviews.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as pinsContract from '../pins.contract.ts'
import { ownPins } from './own-data/own-pins.queries.ts'
import { pinsRoutes } from './pins.routes.ts'
import { followJoinedGame, followJoinedReviews, splitPins } from './pins.subscribers.ts'

export const pinsFeature = defineFeature({
  name: 'pins',
  contracts: [pinsContract],
  needs: { catalogue: catalogueFeature },
  routes: pinsRoutes,
  subscribes: [
    on(gameSplit, splitPins),
    on(entryReturned, splitPins),
    on(gamesJoined, followJoinedGame),
    on(reviewsJoined, followJoinedReviews),
  ],
  ownData: [ownPins],
})
