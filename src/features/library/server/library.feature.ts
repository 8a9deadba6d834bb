import { demoDataLoaded } from '#features/accounts/server/accounts.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import * as bulkContract from '../bulk.contract.ts'
import * as copiesContract from '../copies.contract.ts'
import * as copiesSchemas from '../copies.schemas.ts'
import * as libraryContract from '../library.contract.ts'
import { libraryPages } from '../library.pages.ts'
import * as ownGamesContract from '../own-games.contract.ts'
import * as ownShelvesContract from '../own-shelves.contract.ts'
import * as playSessionDraftSchemas from '../play-session-draft.schemas.ts'
import * as playSessionsContract from '../play-sessions.contract.ts'
import * as progressSchemas from '../progress.schemas.ts'
import * as timerContract from '../timer.contract.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { copiesRoutes } from './copies/copies.routes.ts'
import { wishForDemoGames } from './demo/wish-for-demo-games.ts'
import { libraryRoutes } from './library.routes.ts'
import { ownLibrary } from './own-data/own-library.queries.ts'
import { ownGamesRoutes } from './own-games/own-games.routes.ts'
import { ownShelvesRoutes } from './own-shelves/own-shelves.routes.ts'

export const libraryFeature = defineFeature({
  name: 'library',
  pages: libraryPages,
  contracts: [
    bulkContract,
    copiesContract,
    copiesSchemas,
    libraryContract,
    ownGamesContract,
    ownShelvesContract,
    playSessionDraftSchemas,
    playSessionsContract,
    progressSchemas,
    timerContract,
  ],
  needs: { catalogue: catalogueFeature },
  routes: (deps) => [
    ...bulkRoutes(deps),
    ...ownShelvesRoutes(deps),
    ...ownGamesRoutes(deps),
    ...copiesRoutes(deps),
    ...libraryRoutes(deps),
  ],
  ownData: [ownLibrary],
  subscribes: [on(demoDataLoaded, wishForDemoGames)],
  channels: () => [ownChannel('timer', tag.timer, 'play_timers')],
})
