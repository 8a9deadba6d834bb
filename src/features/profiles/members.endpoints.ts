import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './members.contract.ts'

/** The orders of the public page of members; `similar` needs a viewer. */
export const MEMBER_ORDERS = ['active', 'similar'] as const
export type MemberOrder = (typeof MEMBER_ORDERS)[number]

export const MEMBERS_PAGE_SIZE = 24

const endpoint = endpointsOf<typeof contracts>()

export const listMembers = endpoint('GET', '/api/members')
