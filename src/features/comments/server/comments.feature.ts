import { accountDeletionChanged } from '#features/accounts/server/accounts.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import { NEW_COMMENT, NEW_REPLY } from '../comments.notifications.ts'
import { commentsRoutes } from './comments.routes.ts'
import { refreshOnDeletion } from './comments.subscribers.ts'
import { ownComments } from './own-data/own-comments.queries.ts'
import { commentSubject } from './subject/comment-subject.service.ts'

export const commentsFeature = defineFeature({
  name: 'comments',
  routes: commentsRoutes,
  notifications: [NEW_COMMENT, NEW_REPLY],
  subjects: (deps) => [commentSubject(deps)],
  ownData: [ownComments],
  subscribes: [on(accountDeletionChanged, refreshOnDeletion)],
})
