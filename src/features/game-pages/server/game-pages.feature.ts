import { defineFeature } from '#server/feature.ts'
import { gamePagesPages } from '../game-pages.pages.ts'

export const gamePagesFeature = defineFeature({ name: 'game-pages', pages: gamePagesPages })
