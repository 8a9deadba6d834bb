import { entryMoving, entryReturning, gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as releasesContract from '../releases.contract.ts'
import { GAME_RELEASED } from '../releases.notifications.ts'
import { releasesPages } from '../releases.pages.ts'
import { calendarAddresses } from './calendar/calendar-addresses.ts'
import { moveMergedNotices, splitNotices } from './merges/move-notices.ts'
import { ownReleases } from './own-data/own-releases.queries.ts'
import { releasesJobs } from './releases.jobs.ts'
import { releasesRoutes } from './releases.routes.ts'

export const releasesFeature = defineFeature({
  name: 'releases',
  pages: releasesPages,
  contracts: [releasesContract],
  needs: { catalogue: catalogueFeature },
  subscribes: [
    on(gameMerging, moveMergedNotices),
    on(entryMoving, moveMergedNotices),
    on(gameSplitting, splitNotices),
    on(entryReturning, splitNotices),
  ],
  routes: releasesRoutes,
  notifications: [GAME_RELEASED],
  jobs: releasesJobs,
  addresses: calendarAddresses,
  sitemap: () => [{ pages: [{ path: '/releases' }] }],
  ownData: [ownReleases],
})
