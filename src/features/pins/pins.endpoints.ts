import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './pins.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listPins = endpoint('GET', '/api/profiles/:handle/pins')
export const putPins = endpoint('PUT', '/api/profiles/me/pins')
