import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './reactions.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const reactToActivity = endpoint('POST', '/api/activities/:activityId/reactions')
export const removeReaction = endpoint('DELETE', '/api/activities/:activityId/reactions')
