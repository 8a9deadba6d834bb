import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './moderation.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listHeldTexts = endpoint('GET', '/api/admin/held')
export const decideHeldTexts = endpoint('POST', '/api/admin/held')
export const getHoldRules = endpoint('GET', '/api/admin/hold-rules')
export const saveHoldRules = endpoint('PUT', '/api/admin/hold-rules')
