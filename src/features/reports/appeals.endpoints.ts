import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './appeals.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listOwnDecisions = endpoint('GET', '/api/appeals')
export const createAppeal = endpoint('POST', '/api/appeals')
export const appealSuspension = endpoint('POST', '/api/appeals/suspension')
export const listAppeals = endpoint('GET', '/api/admin/appeals')
export const answerAppeal = endpoint('PUT', '/api/admin/appeals/:appealId')
