import { entryMoving, entryReturning, gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as bulkContract from '../bulk.contract.ts'
import * as ownShelvesContract from '../own-shelves.contract.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { moveMergedShelfPlaces, splitShelfPlaces } from './merges/move-shelf-places.ts'
import { ownShelvesData } from './own-data/own-shelves-data.queries.ts'
import { ownShelvesRoutes } from './own-shelves/own-shelves.routes.ts'

export const shelvesFeature = defineFeature({
  name: 'shelves',
  contracts: [bulkContract, ownShelvesContract],
  needs: { catalogue: catalogueFeature },
  subscribes: [
    on(gameMerging, moveMergedShelfPlaces),
    on(entryMoving, moveMergedShelfPlaces),
    on(gameSplitting, splitShelfPlaces),
    on(entryReturning, splitShelfPlaces),
  ],
  routes: (deps) => [...bulkRoutes(deps), ...ownShelvesRoutes(deps)],
  ownData: [ownShelvesData],
})
