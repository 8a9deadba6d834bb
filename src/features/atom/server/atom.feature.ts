import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { defineFeature } from '#server/feature.ts'
import { atomAddresses } from './document/atom-addresses.ts'

export const atomFeature = defineFeature({
  name: 'atom',
  needs: { catalogue: catalogueFeature },
  addresses: atomAddresses,
})
