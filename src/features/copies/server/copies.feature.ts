import { entryMoving, entryReturning, gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as copiesContract from '../copies.contract.ts'
import * as copiesSchemas from '../copies.schemas.ts'
import { copiesRoutes } from './copies.routes.ts'
import { moveMergedCopies, splitCopies } from './merges/move-copies.ts'
import { ownCopies } from './own-data/own-copies.queries.ts'

export const copiesFeature = defineFeature({
  name: 'copies',
  contracts: [copiesContract, copiesSchemas],
  needs: { catalogue: catalogueFeature },
  subscribes: [
    on(gameMerging, moveMergedCopies),
    on(entryMoving, moveMergedCopies),
    on(gameSplitting, splitCopies),
    on(entryReturning, splitCopies),
  ],
  routes: copiesRoutes,
  ownData: [ownCopies],
})
