import { demoDataLoaded } from '#features/accounts/server/accounts.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { ownChannel } from '#server/realtime/channels.ts'
import { tag } from '#server/tags.ts'
import { bulkRoutes } from './bulk/bulk.routes.ts'
import { copiesRoutes } from './copies/copies.routes.ts'
import { wishForDemoGames } from './demo/wish-for-demo-games.ts'
import { libraryRoutes } from './library.routes.ts'
import { ownLibrary } from './own-data/own-library.queries.ts'
import { ownGamesRoutes } from './own-games/own-games.routes.ts'
import { ownShelvesRoutes } from './own-shelves/own-shelves.routes.ts'

export const libraryFeature = defineFeature({
  name: 'library',
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
