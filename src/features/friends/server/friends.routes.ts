import { type Route, route } from '#server/routes.ts'
import * as contract from '../friends.contract.ts'
import * as service from './friends.service.ts'
import { viewFriend, viewLink, viewRequest } from './friends.view.ts'
import { peopleRoutes } from './people/people.routes.ts'

export const friendsRoutes = (deps: service.FriendsDeps): Route[] => [
  ...peopleRoutes(deps),
  route(contract.listFriends, async ({ query, viewer }) => {
    const { status, cursor } = query
    const { friends, total, nextCursor } = await service.listFriends(deps, viewer, { status, cursor })
    return { data: friends.map(viewFriend), total, nextCursor }
  }),
  route(contract.listFriendRequests, async ({ query, viewer }) => {
    const { received, sent, nextCursor } = await service.listRequests(deps, viewer, query.cursor)
    return { received: received.map(viewRequest), sent: sent.map(viewRequest), nextCursor }
  }),
  route(contract.addFriend, async ({ body, viewer }) =>
    viewLink(await service.requestFriend(deps, viewer, body.friend_id)),
  ),
  route(contract.answerFriend, async ({ params, body, viewer }) =>
    viewLink(await service.answerRequest(deps, viewer, params.id, body.status)),
  ),
  route(contract.removeFriend, async ({ params, viewer }) => {
    await service.endFriendship(deps, viewer, params.id)
    return undefined
  }),
  route(contract.areUsersFriends, ({ body, viewer }) =>
    service.areFriends(deps, viewer, body.user1_uuid, body.user2_uuid),
  ),
]
