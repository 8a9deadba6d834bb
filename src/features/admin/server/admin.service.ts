import type { Db } from '#db/db.ts'
import { fromCursor, keysetOfCreation, type Read, readKeysetPart } from '#db/keyset.ts'
import { inTransaction } from '#db/transaction.ts'
import * as standing from '#features/accounts/server/roles-and-status/roles-and-status.service.ts'
import * as errors from '#features/error-log/server/error-log.service.ts'
import type { Clock } from '#server/clock.ts'
import type { Events } from '#server/events.ts'
import type { Log } from '#server/log.ts'
import type { Viewer } from '#server/routes.ts'
import type { Sessions } from '#server/session.ts'
import { DAY_MS } from '#shared/durations.ts'
import { refuse } from '#shared/refusal.ts'
import type { Role } from '#shared/roles.ts'
import { ADMIN_FIGURES, type USER_FILTERS } from '../admin.endpoints.ts'
import { ADMIN_REFUSALS } from '../admin.texts.ts'
import * as queries from './admin.queries.ts'
import { insertAuditLog } from './audit-log/audit-log.queries.ts'
import { type AuditLogDeps, listLatest } from './audit-log/audit-log.service.ts'

export { changesOf } from './audit-log/audit-log.service.ts'

export interface AdminDeps {
  db: Db
  log: Log
  clock: Clock
  sessions: Pick<Sessions, 'evictMember'>
  events: Events
}

const WEEK_MS = 7 * DAY_MS
const PAGE_SIZE = 30
const SHOWN_ENTRIES = 10

/** Returns the figures of the admin home and the latest entries of the audit log. `estimated` names inexact figures. */
export async function readStats(deps: AdminDeps & AuditLogDeps) {
  const { db, clock } = deps
  const [members, new_members, games, outbox, audit_log] = await Promise.all([
    queries.countRows(db, 'profiles'),
    queries.countJoinedSince(db, new Date(clock().getTime() - WEEK_MS)),
    queries.countRows(db, 'games'),
    queries.countRows(db, 'outbox'),
    listLatest(deps, SHOWN_ENTRIES),
  ])
  const counts = { members, new_members, games, outbox }
  return {
    ...(Object.fromEntries(Object.entries(counts).map(([name, { rows }]) => [name, rows])) as Record<
      keyof typeof counts,
      number
    >),
    estimated: ADMIN_FIGURES.filter((name) => counts[name].isEstimate),
    audit_log,
  }
}

export async function listUsers(
  { db }: AdminDeps,
  {
    search = '',
    show,
    cursor,
  }: { search?: string | undefined; show: (typeof USER_FILTERS)[number]; cursor?: string | undefined },
): Promise<{ rows: queries.UserRow[]; nextCursor: string | null }> {
  const read: Read<queries.UserRow> = (before, most) => queries.listUsers(db, { search, show }, before, most)
  return readKeysetPart(fromCursor(cursor), PAGE_SIZE, read, keysetOfCreation)
}

export const listErrors = (deps: AdminDeps, filter: errors.GroupFilter, cursor: string | undefined) =>
  errors.listGroups(deps, filter, cursor, PAGE_SIZE)

export const countOpenErrors = (deps: Pick<AdminDeps, 'db'>): Promise<number> => errors.countOpenGroups(deps)

export const requireError = (deps: AdminDeps, id: string) => errors.requireGroup(deps, id)

/**
 * Disables a member for good or until an instant, or enables one. Refuses not_found, last_admin, and own_account, so that admins cannot disable
 * themselves.
 */
export async function setMemberStatus(
  deps: AdminDeps,
  viewer: Viewer,
  id: string,
  wanted:
    | { disabled: true; reason: string; message?: string | null; until?: string | null | undefined }
    | { disabled: false },
): Promise<void> {
  refuseOwn(viewer, id)
  const suspension = wanted.disabled ? suspensionOf(wanted, deps.clock()) : null
  const data = suspension && {
    reason: suspension.reason,
    ...(suspension.until && { until: suspension.until.toISOString() }),
    ...(suspension.message && { message: suspension.message }),
  }
  await runAsAdmin(
    deps,
    viewer,
    { action: wanted.disabled ? 'disable' : 'enable', item: ['user', id], data: data ?? {} },
    (tx) => (suspension ? standing.disableMember(tx, id, suspension) : standing.enableMember(tx, id)),
  )
  deps.sessions.evictMember(id)
}

/** Refuses an end that is not in the future. */
function suspensionOf(
  { reason, message = null, until }: { reason: string; message?: string | null; until?: string | null | undefined },
  now: Date,
) {
  const end = until ? new Date(until) : null
  if (end !== null && end <= now)
    refuse('invalid', 'validation_failed', ADMIN_REFUSALS.untilWrong, { details: { until: ADMIN_REFUSALS.untilWrong } })
  return { reason, message, until: end }
}

/** Gives or removes the role of an admin or a moderator. Refuses not_found, last_admin, and own_account (G20). */
export async function setRole(deps: AdminDeps, viewer: Viewer, id: string, role: Role): Promise<void> {
  refuseOwn(viewer, id)
  const action = { admin: 'make_admin', moderator: 'make_moderator', user: 'take_admin' }[role]
  await runAsAdmin(deps, viewer, { action, item: ['user', id] }, (tx) => standing.changeRole(tx, id, role))
  deps.sessions.evictMember(id)
}

/** Marks an error group as resolved or opens it again. Refuses not_found. */
export async function resolveError(
  deps: AdminDeps,
  viewer: Viewer,
  id: string,
  status: 'open' | 'resolved',
): Promise<void> {
  const action = status === 'resolved' ? 'resolve_error' : 'reopen_error'
  await runAsAdmin(deps, viewer, { action, item: ['error', id] }, (tx) =>
    errors.setGroupResolved(tx, id, status === 'resolved'),
  )
}

async function runAsAdmin(
  deps: AdminDeps,
  viewer: Viewer,
  what: { action: string; item: ['user' | 'error', string]; data?: Record<string, unknown> },
  work: (tx: AdminDeps) => Promise<void>,
): Promise<void> {
  await withAuditLog(deps, { adminId: viewer.id, ...what }, work)
  deps.log.info({ admin: viewer.id, action: what.action, [what.item[0]]: what.item[1] }, 'an admin acted')
}

/** Runs `work` and adds an audit log entry in the same transaction (G20). The admin is null for the command line. */
export function withAuditLog<D extends Pick<AdminDeps, 'db' | 'clock'>, T>(
  deps: D,
  {
    adminId,
    action,
    item,
    data = {},
  }: {
    adminId: string | null
    action: string
    item: readonly [type: string, id: string]
    data?: Record<string, unknown>
  },
  work: (tx: D) => Promise<T>,
): Promise<T> {
  const [itemType, itemId] = item
  return inTransaction(deps, async (tx) => {
    const done = await work(tx)
    await insertAuditLog(tx.db, { adminId, action, itemType, itemId, data, at: deps.clock() })
    return done
  })
}

function refuseOwn(viewer: Viewer, id: string): void {
  if (viewer.id === id) refuse('conflict', 'own_account', ADMIN_REFUSALS.ownAccount)
}
