import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './game-facts.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getGameFacts = endpoint('GET', '/api/games/:gameId/facts')
