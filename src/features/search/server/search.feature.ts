import { defineFeature } from '#server/feature.ts'
import { searchRoutes } from './search.routes.ts'

export const searchFeature = defineFeature({ name: 'search', routes: searchRoutes })
