import { gameMerging, gameSplitting } from '#features/catalogue/server/catalogue.events.ts'
import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as catalogueStateContract from '../catalogue-state.contract.ts'
import { catalogueFilesRoutes } from './catalogue-files.routes.ts'
import { moveMergedKeys, splitKeys } from './merges/move-keys.ts'
import { countPaused } from './state/catalogue-state.service.ts'

export const catalogueFilesFeature = defineFeature({
  name: 'catalogue-files',
  contracts: [catalogueStateContract],
  needs: { catalogue: catalogueFeature },
  subscribes: [on(gameMerging, moveMergedKeys), on(gameSplitting, splitKeys)],
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
