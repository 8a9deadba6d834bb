import { endpoint } from '#features/library/library.endpoints.ts'

export const saveProgress = endpoint('PUT', '/api/library/:gameId/progress')
export const getProgress = endpoint('GET', '/api/library/:gameId/progress')
export const getHistory = endpoint('GET', '/api/library/:gameId/history')
