import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './igdb-proxy.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const askIgdb = endpoint('POST', '/api/igdb-proxy')
