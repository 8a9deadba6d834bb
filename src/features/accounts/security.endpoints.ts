import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './security.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listSessions = endpoint('GET', '/api/auth/sessions')
export const endSession = endpoint('DELETE', '/api/auth/sessions/:sessionId')
export const endOtherSessions = endpoint('DELETE', '/api/auth/sessions')
export const refreshSession = endpoint('POST', '/api/auth/refresh')
export const changeEmail = endpoint('POST', '/api/auth/change-email')
