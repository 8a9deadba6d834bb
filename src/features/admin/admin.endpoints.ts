import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './admin.contract.ts'

export const USER_FILTERS = ['all', 'admins', 'disabled'] as const
/** The figures of the admin home. */
export const ADMIN_FIGURES = ['members', 'new_members', 'games', 'outbox'] as const

const endpoint = endpointsOf<typeof contracts>()

export const getAdminStats = endpoint('GET', '/api/admin/stats')
export const listAdminPages = endpoint('GET', '/api/admin/pages')
export const listUsers = endpoint('GET', '/api/admin/users')
export const setMemberStatus = endpoint('PUT', '/api/admin/users/:userId/standing')
export const setRole = endpoint('PUT', '/api/admin/users/:userId/role')
export const listErrors = endpoint('GET', '/api/admin/errors')
export const getError = endpoint('GET', '/api/admin/errors/:groupId')
export const resolveError = endpoint('PUT', '/api/admin/errors/:groupId')
