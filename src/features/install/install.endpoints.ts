import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './install.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getManifest = endpoint('GET', '/api/app/manifest')
export const recoverDevice = endpoint('GET', '/api/app/recover')
export const getAppIcon = endpoint('GET', '/api/app/icons/:icon')
export const getAppPicture = endpoint('GET', '/api/app/pictures/:picture')
