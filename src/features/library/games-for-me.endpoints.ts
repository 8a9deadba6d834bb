import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './games-for-me.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listGamesForMe = endpoint('GET', '/api/games/for-me')
