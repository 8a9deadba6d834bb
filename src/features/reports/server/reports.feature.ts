import { defineFeature } from '#server/feature.ts'
import { ownReports } from './own-data/own-reports.queries.ts'
import { reportsRoutes } from './reports.routes.ts'

export const reportsFeature = defineFeature({
  name: 'reports',
  routes: reportsRoutes,
  ownData: [ownReports],
})
