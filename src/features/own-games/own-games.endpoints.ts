import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './own-games.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getOwnGame = endpoint('GET', '/api/library/own-games/:gameId')
export const editOwnGame = endpoint('PUT', '/api/library/own-games/:gameId')
export const joinOwnGame = endpoint('POST', '/api/library/own-games/:gameId/join')
