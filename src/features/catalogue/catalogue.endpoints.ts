import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './catalogue.contract.ts'

/**
 * The orders of a list: by renown, by rating weighted with the number of votes, newest release first, next release
 * first, shortest first (only games whose length is known), by name.
 */
export const SORTS = ['popularity', 'rating', 'release', 'coming', 'length', 'name'] as const

export const CATEGORIES = ['all', 'popular', 'top-rated', 'trending', 'upcoming', 'recent', 'classic'] as const

export const TIME_RANGES = ['all', 'recent', 'upcoming', 'classic'] as const

/** The names of the filters in the address of the catalogue page, in the order in which they are written. */
export const FILTER_NAMES = [
  'search',
  'category',
  'genre',
  'platform',
  'year',
  'theme',
  'gameMode',
  'multiplayer',
  'timeRange',
  'minRating',
  'maxRating',
  'takes',
  'sort',
  'page',
] as const
export type FilterName = (typeof FILTER_NAMES)[number]

/** Games per page of the catalogue (C39). */
export const PAGE_SIZE = 48

const endpoint = endpointsOf<typeof contracts>()

export const listGames = endpoint('GET', '/api/games')
export const getGameMetadata = endpoint('GET', '/api/games/metadata')
export const searchGames = endpoint('GET', '/api/games/search')
export const suggestGames = endpoint('GET', '/api/games/suggestions')
export const getGame = endpoint('GET', '/api/games/:gameId')
export const listRelatedGames = endpoint('GET', '/api/games/:gameId/related')
