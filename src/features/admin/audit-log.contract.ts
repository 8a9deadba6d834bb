import * as z from 'zod/mini'
import { contract } from '#shared/contract.ts'
import { AuditLogEntry } from './admin.contract.ts'
import * as endpoints from './audit-log.endpoints.ts'

export const listAuditLog = contract(endpoints.listAuditLog, {
  access: 'admin',
  summary: 'List what admins have done, newest first; search by part of the name of an admin or of the member affected',
  query: z.object({
    search: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    action: z.optional(z.string().check(z.maxLength(60))),
    period: z.catch(z._default(z.enum(['day', 'week', 'month', 'all']), 'all'), 'all'),
    cursor: z.optional(z.string()),
  }),
  response: z.object({
    entries: z.array(AuditLogEntry),
    nextCursor: z.nullable(z.string()),
    /** All actions that the features know, for the filter. */
    actions: z.array(z.object({ action: z.string(), words: z.string() })),
  }),
  budget: 'search',
})
