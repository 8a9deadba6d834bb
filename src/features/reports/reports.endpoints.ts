import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './reports.contract.ts'

export const REPORT_LISTS = ['open', 'handled'] as const

const endpoint = endpointsOf<typeof contracts>()

export const createReport = endpoint('POST', '/api/reports')
export const reportFact = endpoint('POST', '/api/reports/facts')
export const listReports = endpoint('GET', '/api/admin/reports')
export const handleReports = endpoint('PUT', '/api/admin/reports/:itemType/:itemId')
export const putContentBack = endpoint('POST', '/api/admin/reports/:itemType/:itemId/put-back')
