import { gameMerging } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as mutesContract from '../mutes.contract.ts'
import { moveMergedMutes } from './merges/move-mutes.ts'
import { mutesJobs } from './mutes.jobs.ts'
import { mutesRoutes } from './mutes.routes.ts'
import { ownMutes } from './own-data/own-mutes.queries.ts'

export const mutesFeature = defineFeature({
  name: 'mutes',
  contracts: [mutesContract],
  needs: { catalogue: catalogueFeature },
  routes: mutesRoutes,
  jobs: mutesJobs,
  ownData: [ownMutes],
  subscribes: [on(gameMerging, moveMergedMutes)],
})
