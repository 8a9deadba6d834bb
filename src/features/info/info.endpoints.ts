import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './info.contract.ts'

export const CONTACT_STATUSES = ['open', 'closed'] as const

const endpoint = endpointsOf<typeof contracts>()

export const getInfoPage = endpoint('GET', '/api/info/:page')
export const sendContactMessage = endpoint('POST', '/api/contact')
export const listContactMessages = endpoint('GET', '/api/admin/contact')
export const setContactMessageStatus = endpoint('PUT', '/api/admin/contact/:messageId')
