import { demoDataLoaded } from '#features/accounts/server/accounts.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import * as copiesContract from '#features/copies/copies.contract.ts'
import * as copiesSchemas from '#features/copies/copies.schemas.ts'
import { copiesRoutes } from '#features/copies/server/copies.routes.ts'
import * as ownGamesContract from '#features/own-games/own-games.contract.ts'
import { ownGamesRoutes } from '#features/own-games/server/own-games.routes.ts'
import * as playSessionDraftSchemas from '#features/play-log/play-session-draft.schemas.ts'
import * as playSessionsContract from '#features/play-log/play-sessions.contract.ts'
import * as progressSchemas from '#features/play-log/progress.schemas.ts'
import * as timerContract from '#features/play-log/timer.contract.ts'
import * as bulkContract from '#features/shelves/bulk.contract.ts'
import * as ownShelvesContract from '#features/shelves/own-shelves.contract.ts'
import { bulkRoutes } from '#features/shelves/server/bulk/bulk.routes.ts'
import { ownShelvesRoutes } from '#features/shelves/server/own-shelves/own-shelves.routes.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import * as libraryContract from '../library.contract.ts'
import { libraryPages } from '../library.pages.ts'
import { wishForDemoGames } from './demo/wish-for-demo-games.ts'
import { libraryRoutes } from './library.routes.ts'
import { ownLibrary } from './own-data/own-library.queries.ts'

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
