import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './badges.contract.ts'

const endpoint = endpointsOf<typeof contracts>()

export const listBadges = endpoint('GET', '/api/badges')
export const listProfileBadges = endpoint('GET', '/api/profiles/:handle/badges')
export const listAllBadges = endpoint('GET', '/api/admin/badges')
export const createBadge = endpoint('POST', '/api/admin/badges')
export const changeBadge = endpoint('PUT', '/api/admin/badges/:badgeId')
export const listBadgeOwners = endpoint('GET', '/api/admin/badges/:badgeId/members')
export const giveBadge = endpoint('PUT', '/api/admin/badges/:badgeId/members/:handle')
export const takeBadge = endpoint('DELETE', '/api/admin/badges/:badgeId/members/:handle')
