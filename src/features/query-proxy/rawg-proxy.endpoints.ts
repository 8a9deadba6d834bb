import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './rawg-proxy.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listRawgGames = endpoint('GET', '/api/rawg/games')
export const getRawgGame = endpoint('GET', '/api/rawg/games/:handle')
export const listRawgScreenshots = endpoint('GET', '/api/rawg/games/:handle/screenshots')
export const listRawgStores = endpoint('GET', '/api/rawg/games/:handle/stores')
