import { entryMoving, entryReturning, gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { gamesJoined } from '#features/library/server/library.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import * as importsContract from '../imports.contract.ts'
import { importsPages } from '../imports.pages.ts'
import * as recognitionContract from '../recognition.contract.ts'
import { importsJobs, resumeImports } from './imports.jobs.ts'
import { importsRoutes } from './imports.routes.ts'
import { followJoinedGame } from './imports.subscribers.ts'
import { moveMergedImports, splitImports } from './merges/move-imported.ts'
import { ownImports } from './own-data/own-imports.queries.ts'
import { reportAddresses } from './report/import-report.ts'

export const importsFeature = defineFeature({
  name: 'imports',
  pages: importsPages,
  contracts: [importsContract, recognitionContract],
  needs: { catalogue: catalogueFeature },
  routes: importsRoutes,
  jobs: importsJobs,
  addresses: reportAddresses,
  channels: () => [ownChannel('imports', tag.imports, 'imports')],
  ownData: [ownImports],
  subscribes: [
    on(gameMerging, moveMergedImports),
    on(entryMoving, moveMergedImports),
    on(gameSplitting, splitImports),
    on(entryReturning, splitImports),
    on(gamesJoined, followJoinedGame),
  ],
  start: resumeImports,
})
