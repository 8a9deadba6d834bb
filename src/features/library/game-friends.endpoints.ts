import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './game-friends.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listGameFriends = endpoint('GET', '/api/games/:gameId/friends')
