import { defineFeature } from '#server/feature.ts'
import { offlinePages } from '../offline.pages.ts'

export const offlineFeature = defineFeature({ name: 'offline', pages: offlinePages })
