import { defineFeature } from '#server/feature.ts'
import { statisticsRoutes } from './statistics.routes.ts'

export const statisticsFeature = defineFeature({ name: 'statistics', routes: statisticsRoutes })
