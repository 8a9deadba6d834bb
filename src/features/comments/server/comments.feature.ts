import { accountDeletionChanged } from '#features/accounts/server/accounts.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { commentsRoutes } from './comments.routes.ts'
import { refreshOnDeletion } from './comments.subscribers.ts'
import { commentSubject } from './moderation/comment-moderation.service.ts'
import { ownComments } from './own-data/own-comments.queries.ts'

export const commentsFeature = defineFeature({
  name: 'comments',
  routes: commentsRoutes,
  subjects: (deps) => [commentSubject(deps)],
  ownData: [ownComments],
  subscribes: [on(accountDeletionChanged, refreshOnDeletion)],
})
