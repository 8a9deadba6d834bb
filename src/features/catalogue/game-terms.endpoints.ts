import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './game-terms.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listGameTerms = endpoint('GET', '/api/games/terms')
