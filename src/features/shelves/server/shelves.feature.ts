import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { defineFeature } from '#server/feature.ts'
import * as bulkContract from '../bulk.contract.ts'
import * as ownShelvesContract from '../own-shelves.contract.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { ownShelvesData } from './own-data/own-shelves-data.queries.ts'
import { ownShelvesRoutes } from './own-shelves/own-shelves.routes.ts'

export const shelvesFeature = defineFeature({
  name: 'shelves',
  contracts: [bulkContract, ownShelvesContract],
  needs: { catalogue: catalogueFeature },
  routes: (deps) => [...bulkRoutes(deps), ...ownShelvesRoutes(deps)],
  ownData: [ownShelvesData],
})
