import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './game-merges.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listGameMerges = endpoint('GET', '/api/admin/merges')
export const previewGameMerge = endpoint('GET', '/api/admin/merges/preview')
export const mergeTwoGames = endpoint('POST', '/api/admin/merges')
export const previewGameSplit = endpoint('GET', '/api/admin/merges/:gameId/split')
export const splitTwoGames = endpoint('POST', '/api/admin/merges/:gameId/split')
