import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './game-achievements.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listGameAchievements = endpoint('GET', '/api/games/:gameId/achievements')
