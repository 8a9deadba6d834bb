import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './catalogue.contract.ts'

/**
 * The orders of a list: by renown, by rating weighted with the number of votes, newest release first, next release
 * first, shortest first (only games whose length is known), by name.
 */
export const SORTS = ['popularity', 'rating', 'release', 'coming', 'length', 'name'] as const

export const CATEGORIES = ['all', 'popular', 'top-rated', 'trending', 'upcoming', 'recent', 'classic'] as const

export const TIME_RANGES = ['all', 'recent', 'upcoming', 'classic'] as const

/** The kinds of terms of which games have several; genres, platforms, themes and modes by id or name, the others by name. */
export const TERM_KINDS = [
  'genre',
  'platform',
  'theme',
  'gameMode',
  'type',
  'perspective',
  'engine',
  'developer',
  'publisher',
  'series',
  'language',
  'store',
] as const
type TermKind = (typeof TERM_KINDS)[number]

/** The names of the filters in the address of the catalogue page, in the order in which they are written. */
export type FilterName =
  | TermKind
  | `${TermKind}All`
  | `${TermKind}Not`
  | (typeof FIRST)[number]
  | (typeof OTHERS)[number]
const FIRST = ['search', 'category'] as const
const OTHERS = [
  'year',
  'multiplayer',
  'timeRange',
  'minRating',
  'maxRating',
  'takes',
  'critics',
  'players',
  'stars',
  'ratings',
  'age',
  'online',
  'couch',
  'coop',
  'shelf',
  'friends',
  'on',
  'sort',
  'page',
] as const
export const FILTER_NAMES: readonly FilterName[] = [
  ...FIRST,
  ...TERM_KINDS.flatMap((kind): FilterName[] => [kind, `${kind}All`, `${kind}Not`]),
  ...OTHERS,
]

/** The filters about the member who looks; without a member they filter nothing. */
export const OWN_FILTERS = ['shelf', 'friends', 'on'] as const satisfies readonly FilterName[]

/** Games per page of the catalogue (C39). */
export const PAGE_SIZE = 48

const endpoint = endpointsOf<typeof contracts>()

export const listGames = endpoint('GET', '/api/games')
export const getGameMetadata = endpoint('GET', '/api/games/metadata')
export const searchGames = endpoint('GET', '/api/games/search')
export const suggestGames = endpoint('GET', '/api/games/suggestions')
export const getGame = endpoint('GET', '/api/games/:gameId')
export const listRelatedGames = endpoint('GET', '/api/games/:gameId/related')
