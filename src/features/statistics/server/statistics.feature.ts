import { defineFeature } from '#server/feature.ts'
import * as statisticsContract from '../statistics.contract.ts'
import { statisticsRoutes } from './statistics.routes.ts'

export const statisticsFeature = defineFeature({
  name: 'statistics',
  contracts: [statisticsContract],
  routes: statisticsRoutes,
})
