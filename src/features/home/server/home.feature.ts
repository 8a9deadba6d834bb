import { defineFeature } from '#server/feature.ts'
import { homePages } from '../home.pages.ts'

export const homeFeature = defineFeature({ name: 'home', pages: homePages })
