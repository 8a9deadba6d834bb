import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { defineFeature } from '#server/feature.ts'
import * as ownGamesContract from '../own-games.contract.ts'
import { ownGamesRoutes } from './own-games.routes.ts'

export const ownGamesFeature = defineFeature({
  name: 'own-games',
  contracts: [ownGamesContract],
  needs: { catalogue: catalogueFeature },
  routes: ownGamesRoutes,
})
