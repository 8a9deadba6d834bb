import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { defineFeature } from '#server/feature.ts'
import * as gamePictureContract from '../game-picture.contract.ts'
import { coverAddresses } from './covers/cover-addresses.ts'
import { gameImagesRoutes } from './game-images.routes.ts'

export const gameImagesFeature = defineFeature({
  name: 'game-images',
  contracts: [gamePictureContract],
  needs: { catalogue: catalogueFeature },
  routes: ({ catalogue }) => gameImagesRoutes(catalogue),
  addresses: ({ catalogue }) => coverAddresses(catalogue),
})
