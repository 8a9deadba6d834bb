import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './how-long.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getPace = endpoint('GET', '/api/library/pace')
