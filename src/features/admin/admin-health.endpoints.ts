import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './admin-health.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listFindings = endpoint('GET', '/api/admin/health')
export const runCheck = endpoint('POST', '/api/admin/health/:check')
