import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { defineFeature } from '#server/feature.ts'
import * as pageCountsContract from '../page-counts.contract.ts'
import * as preferencesContract from '../preferences.contract.ts'
import { preferencesPages } from '../preferences.pages.ts'
import { ownPreferences } from './own-data/own-preferences.queries.ts'
import { preferencesJobs } from './preferences.jobs.ts'
import { preferencesRoutes } from './preferences.routes.ts'
import { preferenceDefaults } from './request-defaults/request-defaults.ts'

export const preferencesFeature = defineFeature({
  name: 'preferences',
  pages: preferencesPages,
  contracts: [pageCountsContract, preferencesContract],
  needs: { catalogue: catalogueFeature },
  routes: preferencesRoutes,
  requestDefaults: preferenceDefaults,
  jobs: preferencesJobs,
  ownData: [ownPreferences],
  admin: () => ({ pages: [{ path: '/admin/page-counts', label: 'Page counts', group: 'System' }] }),
})
