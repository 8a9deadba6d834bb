import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './mutes.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listMutes = endpoint('GET', '/api/mutes')
export const createMute = endpoint('POST', '/api/mutes')
export const deleteMute = endpoint('DELETE', '/api/mutes/:muteId')
export const getMemberMutes = endpoint('GET', '/api/mutes/members/:userId')
export const putMemberKinds = endpoint('PUT', '/api/mutes/members/:userId/kinds')
