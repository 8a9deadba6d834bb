import { type Route, route } from '#server/routes.ts'
import * as contract from '../admin.contract.ts'
import * as backups from '../admin-backups.contract.ts'
import * as health from '../admin-health.contract.ts'
import * as jobs from '../admin-jobs.contract.ts'
import * as auditLog from '../audit-log.contract.ts'
import * as notes from '../member-notes.contract.ts'
import * as service from './admin.service.ts'
import { viewGroup, viewOccurrence, viewUser } from './admin.view.ts'
import { type AuditLogDeps, searchAuditLog } from './audit-log/audit-log.service.ts'
import { type AdminBackupsDeps, listBackups, openBackup } from './backups/admin-backups.service.ts'
import { type AdminHealthDeps, listFindings, runCheck } from './health/admin-health.service.ts'
import { type AdminJobsDeps, listJobs, runJob } from './jobs/admin-jobs.service.ts'
import { addNote, deleteNote, listNotes } from './notes/member-notes.service.ts'
import { type AdminPagesDeps, listPages } from './pages/admin-pages.service.ts'

const DONE = { success: true as const }

export const adminRoutes = (
  deps: AdminJobsDeps & AuditLogDeps & AdminPagesDeps & AdminHealthDeps & AdminBackupsDeps,
): Route[] => [
  route(contract.getAdminStats, () => service.readStats(deps)),
  route(contract.listAdminPages, async ({ viewer }) => ({ groups: await listPages(deps, viewer) })),
  route(auditLog.listAuditLog, ({ query }) => searchAuditLog(deps, query)),
  route(health.listFindings, () => listFindings(deps)),
  route(health.runCheck, async ({ params }) => ({ findings: await runCheck(deps, params.check) })),
  route(backups.listBackups, () => listBackups(deps)),
  route(backups.openBackup, async ({ params, body, viewer, request }) => ({
    address: await openBackup(deps, viewer, request, params.name, body.password),
  })),
  route(jobs.listJobs, async () => ({ jobs: await listJobs(deps) })),
  route(jobs.runJob, async ({ params, viewer }) => {
    await runJob(deps, viewer, params.name)
    return DONE
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
  route(notes.listMemberNotes, async ({ params }) => ({ notes: await listNotes(deps, params.userId) })),
  route(notes.addMemberNote, async ({ params, body, viewer }) => ({
    note: await addNote(deps, viewer, params.userId, body.note),
  })),
  route(notes.deleteMemberNote, async ({ params, viewer }) => {
    await deleteNote(deps, viewer, params.userId, params.noteId)
    return undefined
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
