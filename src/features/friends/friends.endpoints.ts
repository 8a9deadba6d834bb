import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './friends.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listFriends = endpoint('GET', '/api/friends')
export const listFriendRequests = endpoint('GET', '/api/friends/requests')
export const addFriend = endpoint('POST', '/api/friends')
export const answerFriend = endpoint('PATCH', '/api/friends/:id')
export const removeFriend = endpoint('DELETE', '/api/friends/:id')
export const areUsersFriends = endpoint('POST', '/api/rpc/are_users_friends')
