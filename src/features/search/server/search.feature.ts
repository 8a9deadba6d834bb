import { defineFeature } from '#server/feature.ts'
import * as searchContract from '../search.contract.ts'
import { searchRoutes } from './search.routes.ts'

export const searchFeature = defineFeature({ name: 'search', contracts: [searchContract], routes: searchRoutes })
