import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './people.contract.ts'

export const SEARCH_MIN_LENGTH = 2
export const SEARCH_MAX_LENGTH = 100

/** The limit when counting the games of a suggested active member. */
export const COUNTED_GAMES_MAX = 1000

const endpoint = endpointsOf<typeof contracts>()

export const searchMembers = endpoint('GET', '/api/profiles')
export const listSuggestions = endpoint('GET', '/api/profiles/suggestions')
export const getRelationship = endpoint('GET', '/api/profiles/:userId/relationship')
export const listFollows = endpoint('GET', '/api/followers')
export const listProfileFriends = endpoint('GET', '/api/profiles/:handle/friends')
export const listProfileFollowing = endpoint('GET', '/api/profiles/:handle/following')
export const listProfileFollowers = endpoint('GET', '/api/profiles/:handle/followers')
