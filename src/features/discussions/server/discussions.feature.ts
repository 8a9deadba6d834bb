import { defineFeature } from '#server/feature.ts'
import { discussionsRoutes } from './discussions.routes.ts'
import { subjectChannels } from './live/subject-channels.ts'

export const discussionsFeature = defineFeature({
  name: 'discussions',
  routes: discussionsRoutes,
  channels: (deps) => deps.subjects.discussed().map((subject) => subjectChannels(deps, subject)),
})
