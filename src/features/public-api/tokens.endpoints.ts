import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './tokens.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listTokens = endpoint('GET', '/api/tokens')
export const createToken = endpoint('POST', '/api/tokens')
export const revokeToken = endpoint('DELETE', '/api/tokens/:tokenId')
