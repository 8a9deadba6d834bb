import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './validation.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const validateGame = endpoint('GET', '/api/games/:gameId/validate')
export const loadGames = endpoint('POST', '/api/games/bulk')
export const ensureStored = endpoint('POST', '/api/games/ensure')
