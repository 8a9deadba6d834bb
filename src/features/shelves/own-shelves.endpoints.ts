import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './own-shelves.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listOwnShelves = endpoint('GET', '/api/library/shelves')
export const createShelf = endpoint('POST', '/api/library/shelves')
export const orderShelves = endpoint('PUT', '/api/library/shelves/order')
export const editShelf = endpoint('PATCH', '/api/library/shelves/:shelfId')
export const deleteShelf = endpoint('DELETE', '/api/library/shelves/:shelfId')
export const listQueue = endpoint('GET', '/api/library/queue')
export const moveInQueue = endpoint('PUT', '/api/library/queue/order')
