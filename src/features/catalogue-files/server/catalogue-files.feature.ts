import { gameMerging } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as catalogueStateContract from '../catalogue-state.contract.ts'
import { catalogueFilesRoutes } from './catalogue-files.routes.ts'
import { moveMergedKeys } from './merges/move-keys.ts'
import { countPaused } from './state/catalogue-state.service.ts'

export const catalogueFilesFeature = defineFeature({
  name: 'catalogue-files',
  contracts: [catalogueStateContract],
  needs: { catalogue: catalogueFeature },
  subscribes: [on(gameMerging, moveMergedKeys)],
  routes: ({ catalogue }) => catalogueFilesRoutes(catalogue),
  admin: ({ catalogue }) => ({
    pages: [
      {
        path: '/admin/catalogue',
        label: 'Catalogue',
        group: 'Content',
        waiting: {
          count: async () => countPaused(catalogue),
          one: 'paused source',
          many: 'paused sources',
        },
      },
    ],
  }),
})
