import { defineFeature } from '#server/feature.ts'
import * as searchContract from '../search.contract.ts'
import { searchPages } from '../search.pages.ts'
import { searchRoutes } from './search.routes.ts'

export const searchFeature = defineFeature({
  name: 'search',
  pages: searchPages,
  contracts: [searchContract],
  routes: searchRoutes,
})
