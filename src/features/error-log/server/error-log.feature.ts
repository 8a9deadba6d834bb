import { defineFeature } from '#server/feature.ts'
import * as errorLogContract from '../error-log.contract.ts'
import { errorLogJobs } from './error-log.jobs.ts'
import { errorLogRoutes } from './error-log.routes.ts'
import { ownErrors } from './own-data/own-errors.queries.ts'

export const errorLogFeature = defineFeature({
  name: 'error-log',
  contracts: [errorLogContract],
  routes: errorLogRoutes,
  jobs: errorLogJobs,
  ownData: [ownErrors],
})
