import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './apps.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listApps = endpoint('GET', '/api/apps')
export const createApp = endpoint('POST', '/api/apps')
export const changeApp = endpoint('PATCH', '/api/apps/:appId')
export const removeApp = endpoint('DELETE', '/api/apps/:appId')
export const readAppRequest = endpoint('GET', '/api/apps/request')
export const decideAppRequest = endpoint('POST', '/api/apps/request')
