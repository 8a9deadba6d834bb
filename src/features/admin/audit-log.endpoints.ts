import { endpointsOf } from '#shared/endpoint.ts'
import type * as contracts from './audit-log.contract.ts'

/** The age of the oldest listed entry, in days; 'all' has no limit. */
export const AUDIT_PERIODS = { day: 1, week: 7, month: 30, all: null } as const
export type AuditPeriod = keyof typeof AUDIT_PERIODS

const endpoint = endpointsOf<typeof contracts>()

export const listAuditLog = endpoint('GET', '/api/admin/audit-log')
