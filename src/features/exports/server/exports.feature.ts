import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import * as exportsContract from '../exports.contract.ts'
import { exportsJobs, resumeExports } from './exports.jobs.ts'
import { exportsRoutes } from './exports.routes.ts'
import { exportAddresses } from './files/export-files.ts'
import { ownExports } from './own-data/own-exports.queries.ts'

export const exportsFeature = defineFeature({
  name: 'exports',
  contracts: [exportsContract],
  routes: exportsRoutes,
  jobs: exportsJobs,
  addresses: exportAddresses,
  channels: () => [ownChannel('exports', tag.exports, 'exports')],
  ownData: [ownExports],
  start: resumeExports,
})
