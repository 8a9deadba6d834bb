import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './catalogue-state.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getCatalogueState = endpoint('GET', '/api/admin/catalogue')
