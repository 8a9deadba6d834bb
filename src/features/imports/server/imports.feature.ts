import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import type { CatalogueDeps } from '#features/catalogue/server/catalogue.service.ts'
import { ownGameJoined } from '#features/library/server/library.events.ts'
import { on } from '#server/events.ts'
import { defineFeature, type ServerDeps } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import * as importsContract from '../imports.contract.ts'
import { importsPages } from '../imports.pages.ts'
import * as steamContract from '../steam.contract.ts'
import { importsJobs, resumeImports } from './imports.jobs.ts'
import { importsRoutes } from './imports.routes.ts'
import { followJoinedGame } from './imports.subscribers.ts'
import { ownImports } from './own-data/own-imports.queries.ts'
import { reportAddresses } from './report/import-report.ts'
import { steamJobs } from './steam/steam.jobs.ts'
import { steamRoutes } from './steam/steam.routes.ts'
import { openSteamClient } from './steam/steam-client.ts'
import { countPaused } from './steam/steam-links.service.ts'

export const importsFeature = defineFeature({
  name: 'imports',
  pages: importsPages,
  contracts: [importsContract, steamContract],
  needs: { catalogue: catalogueFeature },
  open: (deps: ServerDeps & { catalogue: CatalogueDeps }) => ({ ...deps, steam: openSteamClient(deps) }),
  routes: (deps) => [...importsRoutes(deps), ...steamRoutes(deps)],
  jobs: (deps) => [...importsJobs(deps), ...steamJobs(deps)],
  addresses: reportAddresses,
  channels: () => [ownChannel('imports', tag.imports, 'imports')],
  ownData: [ownImports],
  admin: (deps) => ({ waitsOn: { '/admin/catalogue': () => countPaused(deps) } }),
  subscribes: [on(ownGameJoined, followJoinedGame)],
  start: resumeImports,
})
