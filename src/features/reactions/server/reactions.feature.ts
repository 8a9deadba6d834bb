import { accountDeletionChanged } from '#features/accounts/server/accounts.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as reactionsContract from '../reactions.contract.ts'
import { NEW_REACTION } from '../reactions.notifications.ts'
import { ownReactions } from './own-data/own-reactions.queries.ts'
import { reactionsRoutes } from './reactions.routes.ts'
import { refreshOnDeletion } from './reactions.subscribers.ts'

export const reactionsFeature = defineFeature({
  name: 'reactions',
  contracts: [reactionsContract],
  routes: reactionsRoutes,
  notifications: [NEW_REACTION],
  ownData: [ownReactions],
  subscribes: [on(accountDeletionChanged, refreshOnDeletion)],
})
