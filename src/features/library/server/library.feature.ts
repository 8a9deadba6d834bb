import { demoDataLoaded } from '#features/accounts/server/accounts.events.ts'
import {
  entryMoved,
  entryMoving,
  entryReturned,
  entryReturning,
  gameMerged,
  gameMerging,
  gameSplit,
  gameSplitting,
} from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as gameFriendsContract from '../game-friends.contract.ts'
import * as gamesForMeContract from '../games-for-me.contract.ts'
import * as libraryContract from '../library.contract.ts'
import { libraryPages } from '../library.pages.ts'
import * as librarySchemas from '../library.schemas.ts'
import { wishForDemoGames } from './demo/wish-for-demo-games.ts'
import { gamesForMeRoutes } from './for-me/games-for-me.routes.ts'
import { libraryRoutes } from './library.routes.ts'
import { joinMergedEntries, moveMergedEntries } from './merges/join-entries.ts'
import { finishSplitEntries, splitEntries } from './merges/split-entries.ts'
import { ownLibrary } from './own-data/own-library.queries.ts'

export const libraryFeature = defineFeature({
  name: 'library',
  pages: libraryPages,
  contracts: [gameFriendsContract, gamesForMeContract, libraryContract, librarySchemas],
  needs: { catalogue: catalogueFeature },
  routes: (deps) => [...gamesForMeRoutes(deps), ...libraryRoutes(deps)],
  ownData: [ownLibrary],
  subscribes: [
    on(gameMerging, moveMergedEntries),
    on(entryMoving, moveMergedEntries),
    on(gameMerged, joinMergedEntries),
    on(entryMoved, joinMergedEntries),
    on(gameSplitting, splitEntries),
    on(entryReturning, splitEntries),
    on(gameSplit, finishSplitEntries),
    on(entryReturned, finishSplitEntries),
    on(demoDataLoaded, wishForDemoGames),
  ],
})
