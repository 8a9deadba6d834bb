import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './blocks.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const blockMember = endpoint('POST', '/api/blocks')
export const unblockMember = endpoint('DELETE', '/api/blocks/:userId')
export const listBlocks = endpoint('GET', '/api/blocks')
