import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './comments.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listComments = endpoint('GET', '/api/activities/:activityId/comments')
export const addComment = endpoint('POST', '/api/activities/:activityId/comments')
export const deleteComment = endpoint('DELETE', '/api/activities/comments/:commentId')
