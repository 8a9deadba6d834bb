import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './copies.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const getCopySummary = endpoint('GET', '/api/library/copies')
export const listCopies = endpoint('GET', '/api/library/:gameId/copies')
export const addCopy = endpoint('POST', '/api/library/:gameId/copies')
export const changeCopy = endpoint('PUT', '/api/library/:gameId/copies/:copyId')
export const deleteCopy = endpoint('DELETE', '/api/library/:gameId/copies/:copyId')
