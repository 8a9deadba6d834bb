import { entryMoving, entryReturning, gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as achievementsContract from '../achievements.contract.ts'
import { achievementsPages } from '../achievements.pages.ts'
import * as achievementsSchemas from '../achievements.schemas.ts'
import { achievementsRoutes } from './achievements.routes.ts'
import { moveMergedTicks, splitTicks } from './merges/move-ticks.ts'
import { ownAchievements } from './own-data/own-achievements.queries.ts'

export const achievementsFeature = defineFeature({
  name: 'achievements',
  pages: achievementsPages,
  contracts: [achievementsContract, achievementsSchemas],
  needs: { catalogue: catalogueFeature },
  subscribes: [
    on(gameMerging, moveMergedTicks),
    on(entryMoving, moveMergedTicks),
    on(gameSplitting, splitTicks),
    on(entryReturning, splitTicks),
  ],
  routes: achievementsRoutes,
  ownData: [ownAchievements],
})
