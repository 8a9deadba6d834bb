import { defineFeature } from '#server/feature.ts'
import { commentsRoutes } from './comments.routes.ts'
import { reportableComments } from './moderation/comment-moderation.service.ts'
import { ownComments } from './own-data/own-comments.queries.ts'

export const commentsFeature = defineFeature({
  name: 'comments',
  routes: commentsRoutes,
  reportables: ({ subjects }) => ({ comment: reportableComments(subjects) }),
  ownData: [ownComments],
})
