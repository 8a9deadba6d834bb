import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './recommendations.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listRecommendations = endpoint('GET', '/api/recommendations')
export const createRecommendation = endpoint('POST', '/api/recommendations')
export const listRecommendedTo = endpoint('GET', '/api/recommendations/sent')
export const answerRecommendation = endpoint('POST', '/api/recommendations/:recommendationId/answer')
export const deleteRecommendation = endpoint('DELETE', '/api/recommendations/:recommendationId')
