import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { defineFeature } from '#server/feature.ts'
import * as entryMovesContract from '../entry-moves.contract.ts'
import { entryMovesRoutes } from './entry-moves.routes.ts'

export const entryMovesFeature = defineFeature({
  name: 'entry-moves',
  contracts: [entryMovesContract],
  needs: { catalogue: catalogueFeature },
  routes: entryMovesRoutes,
})
