import { defineFeature } from '#server/feature.ts'

export const spoilersFeature = defineFeature({ name: 'spoilers' })
