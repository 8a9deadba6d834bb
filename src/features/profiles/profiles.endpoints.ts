import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './profiles.contract.ts'

/** The audiences as which an owner may preview the own profile: visitors, other members, friends. */
export const VIEWS = ['guest', 'member', 'friend'] as const
export type ViewAs = (typeof VIEWS)[number]

const endpoint = endpointsOf<typeof contracts>()

export const getProfile = endpoint('GET', '/api/profiles/:handle')
export const getProfileStats = endpoint('GET', '/api/profiles/:handle/stats')
export const getUserProfileStats = endpoint('POST', '/api/rpc/get_user_profile_stats')
export const putFavourites = endpoint('PUT', '/api/profiles/me/favourites')
