import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './bulk.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const addMany = endpoint('POST', '/api/library/bulk/add')
export const undoAddMany = endpoint('POST', '/api/library/bulk/add/undo')
export const changeManyStatuses = endpoint('POST', '/api/library/bulk/status')
export const changeShelf = endpoint('POST', '/api/library/bulk/shelf')
export const rateMany = endpoint('POST', '/api/library/bulk/rating')
export const changePlaythroughs = endpoint('POST', '/api/library/bulk/playthrough')
export const undoMany = endpoint('POST', '/api/library/bulk/undo')
export const removeMany = endpoint('POST', '/api/library/bulk/remove')
