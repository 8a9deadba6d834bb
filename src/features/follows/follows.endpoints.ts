import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './follows.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const followMember = endpoint('POST', '/api/followers')
export const unfollowMember = endpoint('DELETE', '/api/followers/:userId')
export const isUserFollowing = endpoint('POST', '/api/rpc/is_user_following')
