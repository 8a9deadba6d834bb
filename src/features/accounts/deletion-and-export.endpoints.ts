import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './deletion-and-export.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const exportOwnData = endpoint('GET', '/api/user/export')
export const deleteAccount = endpoint('DELETE', '/api/user/account')
