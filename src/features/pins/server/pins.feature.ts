import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { defineFeature } from '#server/feature.ts'
import * as pinsContract from '../pins.contract.ts'
import { ownPins } from './own-data/own-pins.queries.ts'
import { pinsRoutes } from './pins.routes.ts'

export const pinsFeature = defineFeature({
  name: 'pins',
  contracts: [pinsContract],
  needs: { catalogue: catalogueFeature },
  routes: pinsRoutes,
  ownData: [ownPins],
})
