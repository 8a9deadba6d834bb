import { defineFeature } from '#server/feature.ts'
import { welcomePages } from '../welcome.pages.ts'

export const welcomeFeature = defineFeature({ name: 'welcome', pages: welcomePages })
