import { memberBlocked } from '#features/blocks/server/blocks.events.ts'
import { on } from '#server/events.ts'
import { defineFeature } from '#server/feature.ts'
import * as friendsContract from '../friends.contract.ts'
import { FRIEND_ACCEPTED, FRIEND_REQUEST } from '../friends.notifications.ts'
import { friendsPages } from '../friends.pages.ts'
import * as peopleContract from '../people.contract.ts'
import { friendsRoutes } from './friends.routes.ts'
import { removeFriendshipOnBlock } from './friends.subscribers.ts'
import { memberSearchSource } from './people/member-search-source.ts'
import { FRIEND_REQUEST_PUSH } from './push/friend-request-push.ts'

export const friendsFeature = defineFeature({
  name: 'friends',
  pages: friendsPages,
  contracts: [friendsContract, peopleContract],
  routes: friendsRoutes,
  notifications: [{ ...FRIEND_REQUEST, push: FRIEND_REQUEST_PUSH }, FRIEND_ACCEPTED],
  search: (deps) => [memberSearchSource(deps)],
  subscribes: [on(memberBlocked, removeFriendshipOnBlock)],
})
