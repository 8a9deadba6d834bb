import { entryMoving, entryReturning, gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as listsContract from '../lists.contract.ts'
import { NEW_GAMES } from '../lists.notifications.ts'
import { listsPages } from '../lists.pages.ts'
import * as listsSchemas from '../lists.schemas.ts'
import { listFileAddresses } from './files/list-files.ts'
import { homeListsRoutes } from './home/home-lists.routes.ts'
import { listsRoutes } from './lists.routes.ts'
import { moveMergedPlaces, splitPlaces } from './merges/move-list-places.ts'
import { ownLists } from './own-data/own-lists.queries.ts'
import { listSearchSource } from './search/list-search-source.ts'
import { listSitemap } from './sitemap/list-sitemap.queries.ts'
import { smartListsJobs } from './smart/smart-lists.jobs.ts'
import { listSubject } from './subject/list-subject.service.ts'

export const listsFeature = defineFeature({
  name: 'lists',
  pages: listsPages,
  contracts: [listsContract, listsSchemas],
  needs: { catalogue: catalogueFeature },
  subscribes: [
    on(gameMerging, moveMergedPlaces),
    on(entryMoving, moveMergedPlaces),
    on(gameSplitting, splitPlaces),
    on(entryReturning, splitPlaces),
  ],
  // Before the routes with an id.
  routes: (deps) => [...homeListsRoutes(deps), ...listsRoutes(deps)],
  addresses: listFileAddresses,
  notifications: [NEW_GAMES],
  jobs: smartListsJobs,
  subjects: () => [listSubject],
  sitemap: () => [listSitemap, { pages: [{ path: '/lists' }] }],
  ownData: [ownLists],
  search: (deps) => [listSearchSource(deps)],
})
