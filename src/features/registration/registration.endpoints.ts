import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './registration.contract.ts'

export const REQUEST_STATUSES = ['open', 'accepted', 'declined'] as const

const endpoint = endpointsOf<typeof contracts>()

export const getRegistration = endpoint('GET', '/api/registration')
export const getInvitation = endpoint('GET', '/api/registration/invitations/:token')
export const askForAccount = endpoint('POST', '/api/registration/requests')
export const listOwnInvitations = endpoint('GET', '/api/invitations')
export const createInvitation = endpoint('POST', '/api/invitations')
export const revokeInvitation = endpoint('DELETE', '/api/invitations/:invitationId')
export const getSiteSettings = endpoint('GET', '/api/admin/registration')
export const saveSiteSettings = endpoint('PUT', '/api/admin/registration')
export const listAddressBlocks = endpoint('GET', '/api/admin/address-blocks')
export const blockAddress = endpoint('POST', '/api/admin/address-blocks')
export const unblockAddress = endpoint('DELETE', '/api/admin/address-blocks/:blockId')
export const listInvitations = endpoint('GET', '/api/admin/invitations')
export const listAccountRequests = endpoint('GET', '/api/admin/requests')
export const decideAccountRequest = endpoint('PUT', '/api/admin/requests/:requestId')
