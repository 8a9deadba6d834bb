import { defineFeature } from '#server/feature.ts'
import { profilePagesPages } from '../profile-pages.pages.ts'

export const profilePagesFeature = defineFeature({ name: 'profile-pages', pages: profilePagesPages })
