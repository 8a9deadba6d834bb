import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './writing.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const createReview = endpoint('POST', '/api/v1/reviews')
export const replaceReview = endpoint('PUT', '/api/v1/reviews/:reviewId')
export const removeReview = endpoint('DELETE', '/api/v1/reviews/:reviewId')
export const createList = endpoint('POST', '/api/v1/lists')
export const replaceList = endpoint('PUT', '/api/v1/lists/:listId')
export const removeList = endpoint('DELETE', '/api/v1/lists/:listId')
export const saveListGame = endpoint('PUT', '/api/v1/lists/:listId/games/:gameId')
export const removeListGame = endpoint('DELETE', '/api/v1/lists/:listId/games/:gameId')
export const createJournalEntry = endpoint('POST', '/api/v1/journal')
export const replaceJournalEntry = endpoint('PUT', '/api/v1/journal/:entryId')
export const removeJournalEntry = endpoint('DELETE', '/api/v1/journal/:entryId')
