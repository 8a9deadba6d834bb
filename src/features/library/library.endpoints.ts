import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './library.contract.ts'

/** The default and the largest page size of a library list. */
export const LIBRARY_PAGE_SIZE = 48

/** The largest number of marks that one call may ask for: two pages of posters. */
export const MARKS_MAX = 100

/** The length of the lists Recently Played and Most Played (R-STAT-09). */
export const STATS_LIST_SIZE = 5

export const SORTS = [
  'recent',
  'added',
  'released',
  'last_played',
  'hours',
  'length',
  'rating',
  'name',
  'queue',
] as const
export type LibrarySort = (typeof SORTS)[number]

export const ORDERS = ['desc', 'asc'] as const
export type SortOrder = (typeof ORDERS)[number]

const endpoint = endpointsOf<typeof contracts>()

export const listLibrary = endpoint('GET', '/api/library')
export const listProfileGames = endpoint('GET', '/api/profiles/:handle/games')
export const listLibraryFacets = endpoint('GET', '/api/profiles/:handle/games/facets')
export const listMarks = endpoint('GET', '/api/library/marks')
export const getLibraryStats = endpoint('GET', '/api/library/stats')
export const getUserStats = endpoint('GET', '/api/user/stats')
export const addToLibrary = endpoint('POST', '/api/library')
export const getEntry = endpoint('GET', '/api/library/:gameId')
export const changeEntry = endpoint('PATCH', '/api/library/:gameId')
export const changeStatus = endpoint('PATCH', '/api/library/:gameId/status')
export const removeFromLibrary = endpoint('DELETE', '/api/library/:gameId')
