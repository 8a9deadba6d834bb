import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './session.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getSession = endpoint('GET', '/api/auth/session')
export const signOut = endpoint('POST', '/api/auth/logout')
