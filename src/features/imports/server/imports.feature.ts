import { defineFeature } from '#server/feature.ts'

export const importsFeature = defineFeature({ name: 'imports' })
