import { defineFeature } from '#server/feature.ts'
import { adminRoutes } from './admin.routes.ts'

export const adminFeature = defineFeature({ name: 'admin', routes: adminRoutes })
