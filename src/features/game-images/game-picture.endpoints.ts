import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './game-picture.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getGamePicture = endpoint('GET', '/api/games/:gameId/picture')
