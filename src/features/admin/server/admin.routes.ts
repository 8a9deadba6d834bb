import { type Route, route } from '#server/routes.ts'
import * as contract from '../admin.contract.ts'
import * as service from './admin.service.ts'
import { viewAuditLogEntry, viewGroup, viewOccurrence, viewUser } from './admin.view.ts'

const DONE = { success: true as const }

export const adminRoutes = (deps: service.AdminDeps): Route[] => [
  route(contract.getAdminStats, async () => {
    const { audit_log: auditLog, ...counts } = await service.readStats(deps)
    return { ...counts, audit_log: auditLog.map(viewAuditLogEntry) }
  }),
  route(contract.listUsers, async ({ query, viewer }) => {
    const { rows, nextCursor } = await service.listUsers(deps, query)
    return { users: rows.map((row) => viewUser(row, viewer)), nextCursor }
  }),
  route(contract.setMemberStatus, async ({ params, body, viewer }) => {
    await service.setMemberStatus(deps, viewer, params.userId, body)
    return DONE
  }),
  route(contract.setRole, async ({ params, body, viewer }) => {
    await service.setRole(deps, viewer, params.userId, body.role)
    return DONE
  }),
  route(contract.listErrors, async ({ query }) => {
    const { level = null, status, cursor } = query
    const { rows, nextCursor } = await service.listErrors(deps, { level, status }, cursor)
    return { groups: rows.map(viewGroup), nextCursor }
  }),
  route(contract.getError, async ({ params }) => {
    const { group, reports } = await service.requireError(deps, params.groupId)
    return { group: viewGroup(group), occurrences: reports.map(viewOccurrence) }
  }),
  route(contract.resolveError, async ({ params, body, viewer }) => {
    await service.resolveError(deps, viewer, params.groupId, body.status)
    return DONE
  }),
]
