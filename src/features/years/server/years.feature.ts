import { catalogueFeature } from '#features/catalogue/server/catalogue.feature.ts'
import { defineFeature } from '#server/feature.ts'
import * as yearsContract from '../years.contract.ts'
import { yearsPages } from '../years.pages.ts'
import { yearSitemap } from './sitemap/year-sitemap.queries.ts'
import { yearsRoutes } from './years.routes.ts'

export const yearsFeature = defineFeature({
  name: 'years',
  pages: yearsPages,
  contracts: [yearsContract],
  needs: { catalogue: catalogueFeature },
  routes: yearsRoutes,
  sitemap: () => [yearSitemap],
})
