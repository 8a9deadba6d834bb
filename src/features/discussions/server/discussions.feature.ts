import { defineFeature } from '#server/feature.ts'
import { discussionsRoutes } from './discussions.routes.ts'
import { subjectChannel } from './live/subject-channel.ts'

export const discussionsFeature = defineFeature({
  name: 'discussions',
  routes: discussionsRoutes,
  channels: (deps) => deps.subjects.discussed().map((subject) => subjectChannel(deps, subject)),
})
