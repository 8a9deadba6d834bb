import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './page-counts.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const countPage = endpoint('POST', '/api/page-views')
export const listPageCounts = endpoint('GET', '/api/admin/page-counts')
