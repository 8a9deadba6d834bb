import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './steam.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getSteam = endpoint('GET', '/api/steam')
export const linkSteam = endpoint('POST', '/api/steam/link')
export const changeSteamLink = endpoint('PATCH', '/api/steam/link')
export const unlinkSteam = endpoint('DELETE', '/api/steam/link')
export const syncSteam = endpoint('POST', '/api/steam/sync')
export const listSteamGames = endpoint('GET', '/api/steam/games')
export const changeSteamGame = endpoint('PUT', '/api/steam/games/:appId')
export const getSteamState = endpoint('GET', '/api/admin/steam')

export const importFromSteam = endpoint('POST', '/api/imports/steam')
