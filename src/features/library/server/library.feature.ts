import { demoDataLoaded } from '#features/accounts/server/accounts.events.ts'
import { gameMerged, gameMerging, gameSplit, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as libraryContract from '../library.contract.ts'
import { libraryPages } from '../library.pages.ts'
import * as librarySchemas from '../library.schemas.ts'
import { wishForDemoGames } from './demo/wish-for-demo-games.ts'
import { libraryRoutes } from './library.routes.ts'
import { joinMergedEntries, moveMergedEntries } from './merges/join-entries.ts'
import { finishSplitEntries, splitEntries } from './merges/split-entries.ts'
import { ownLibrary } from './own-data/own-library.queries.ts'

export const libraryFeature = defineFeature({
  name: 'library',
  pages: libraryPages,
  contracts: [libraryContract, librarySchemas],
  needs: { catalogue: catalogueFeature },
  routes: libraryRoutes,
  ownData: [ownLibrary],
  subscribes: [
    on(gameMerging, moveMergedEntries),
    on(gameMerged, joinMergedEntries),
    on(gameSplitting, splitEntries),
    on(gameSplit, finishSplitEntries),
    on(demoDataLoaded, wishForDemoGames),
  ],
})
