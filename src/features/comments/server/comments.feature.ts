import { defineFeature } from '#server/feature.ts'
import { commentsRoutes } from './comments.routes.ts'
import { commentSubject } from './moderation/comment-moderation.service.ts'
import { ownComments } from './own-data/own-comments.queries.ts'

export const commentsFeature = defineFeature({
  name: 'comments',
  routes: commentsRoutes,
  subjects: (deps) => [commentSubject(deps)],
  ownData: [ownComments],
})
