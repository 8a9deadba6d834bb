import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './progress.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const saveProgress = endpoint('PUT', '/api/library/:gameId/progress')
export const getProgress = endpoint('GET', '/api/library/:gameId/progress')
export const getHistory = endpoint('GET', '/api/library/:gameId/history')
