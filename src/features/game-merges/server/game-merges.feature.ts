import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { defineFeature } from '#server/feature.ts'
import * as gameMergesContract from '../game-merges.contract.ts'
import { ENTRIES_JOINED } from '../game-merges.notifications.ts'
import { gameMergesPages } from '../game-merges.pages.ts'
import { gameMergesJobs } from './game-merges.jobs.ts'
import { gameMergesRoutes } from './game-merges.routes.ts'

export const gameMergesFeature = defineFeature({
  name: 'game-merges',
  pages: gameMergesPages,
  notifications: [ENTRIES_JOINED],
  contracts: [gameMergesContract],
  needs: { catalogue: catalogueFeature },
  routes: gameMergesRoutes,
  jobs: gameMergesJobs,
  admin: () => ({
    pages: [{ path: '/admin/merges', label: 'Merged games', group: 'Content' }],
    actions: { merge_games: 'merged another game into', split_games: 'split another game from' },
    itemPages: { game: (id) => `/game/${id}` },
  }),
})
