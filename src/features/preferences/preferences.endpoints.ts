import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './preferences.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getPreferences = endpoint('GET', '/api/user/preferences')
export const updatePreferences = endpoint('PUT', '/api/user/preferences')
