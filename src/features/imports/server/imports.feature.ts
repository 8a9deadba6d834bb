import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import type { CatalogueDeps } from '#features/catalogue/server/catalogue.service.ts'
import { ownGameJoined } from '#features/library/server/library.events.ts'
import { openSteamClient } from '#features/steam/server/client/steam-client.ts'
import { countPaused } from '#features/steam/server/links/steam-links.service.ts'
import { steamJobs } from '#features/steam/server/steam.jobs.ts'
import { steamRoutes } from '#features/steam/server/steam.routes.ts'
import * as steamContract from '#features/steam/steam.contract.ts'
import { on } from '#server/events.ts'
import { defineFeature, type ServerDeps } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import * as importsContract from '../imports.contract.ts'
import { importsPages } from '../imports.pages.ts'
import { importsJobs, resumeImports } from './imports.jobs.ts'
import { importsRoutes } from './imports.routes.ts'
import { followJoinedGame } from './imports.subscribers.ts'
import { ownImports } from './own-data/own-imports.queries.ts'
import { reportAddresses } from './report/import-report.ts'

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
