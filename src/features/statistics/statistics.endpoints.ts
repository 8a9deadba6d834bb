import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './statistics.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getStatistics = endpoint('GET', '/api/profiles/:handle/statistics')
