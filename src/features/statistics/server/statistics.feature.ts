import { defineFeature } from '#server/feature.ts'
import * as statisticsContract from '../statistics.contract.ts'
import { statisticsPages } from '../statistics.pages.ts'
import { statisticsRoutes } from './statistics.routes.ts'

export const statisticsFeature = defineFeature({
  name: 'statistics',
  pages: statisticsPages,
  contracts: [statisticsContract],
  routes: statisticsRoutes,
})
